import { describe, expect, it } from 'vitest'
import { SERVICES } from './services.ts'
import { slotFromTimes, splitTimeSlot, TIME_SLOTS } from './time-slots.ts'

describe('The options', () => {
  it('are the seventeen services of the specification, in its order', () => {
    expect(SERVICES.join(', ')).toBe(
      'Abdominoplasty, Blepharoplasty, Breast Reduction, Breast Augmentation, Brow Lift, Cheek Implants, Chin Implants, Face & Neck Lift, Facial Paralysis, Fat Injection Into Face, Gynaecomastia, Hymenoplasty, Liposuction, Rhinoplasty, Scar Revision, Vaginoplasty, Other',
    )
  })

  it('are Anytime and the twelve windows of the specification, in its order', () => {
    expect(TIME_SLOTS.join(', ')).toBe(
      'Anytime, 12:00am-02:00am, 02:00am-04:00am, 04:00am-06:00am, 06:00am-08:00am, 08:00am-10:00am, 10:00am-12:00pm, 12:00pm-02:00pm, 02:00pm-04:00pm, 04:00pm-06:00pm, 06:00pm-08:00pm, 08:00pm-10:00pm, 10:00pm-12:00am',
    )
  })
})

describe('A slot', () => {
  it('is split at its hyphen into start and end', () => {
    for (const slot of TIME_SLOTS.slice(1)) {
      const { startTime, endTime } = splitTimeSlot(slot)
      expect(`${startTime}-${endTime}`, slot).toBe(slot)
    }
  })

  it('has no times when it is Anytime', () => {
    expect(splitTimeSlot('Anytime')).toEqual({ startTime: null, endTime: null })
  })

  it('is found again by its own times', () => {
    for (const slot of TIME_SLOTS) {
      const { startTime, endTime } = splitTimeSlot(slot)
      expect(slotFromTimes(startTime, endTime), slot).toBe(slot)
    }
  })

  it('is Anytime without times', () => {
    const rows = [
      ['absent', undefined, undefined],
      ['null', null, null],
      ['one of each', undefined, null],
    ] as const
    for (const [what, start, end] of rows) {
      expect(slotFromTimes(start, end), what).toBe('Anytime')
    }
  })

  it('is undefined for any other two times', () => {
    const rows = [
      ['the end is missing', '02:00am', undefined],
      ['the start is missing', null, '04:00am'],
      ['they are the ends of two windows', '02:00am', '06:00am'],
      ['they are swapped', '04:00am', '02:00am'],
      ['they are spelt otherwise', '2:00am', '4:00am'],
      ['they are empty', '', ''],
      ['they are numbers', 2, 4],
      ['they are lists', ['02:00am'], ['04:00am']],
    ] as const
    for (const [what, start, end] of rows) {
      expect(slotFromTimes(start, end), what).toBeUndefined()
    }
  })
})
