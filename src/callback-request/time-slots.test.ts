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
  it('is split at its hyphen into start and end, by which it is found again', () => {
    for (const slot of TIME_SLOTS) {
      const { startTime, endTime } = splitTimeSlot(slot)
      if (slot === 'Anytime') expect([startTime, endTime]).toEqual([null, null])
      else expect(`${startTime}-${endTime}`).toBe(slot)
      expect(slotFromTimes(startTime, endTime)).toBe(slot)
    }
  })

  it('is Anytime without times, and undefined for any other two', () => {
    for (const absent of [undefined, null]) expect(slotFromTimes(undefined, absent)).toBe('Anytime')
    const rows = [
      ['02:00am', undefined],
      [null, '04:00am'],
      ['02:00am', '06:00am'],
      ['04:00am', '02:00am'],
      ['2:00am', '4:00am'],
      ['', ''],
      [2, 4],
      [['02:00am'], ['04:00am']],
    ] as const
    for (const [start, end] of rows) expect(slotFromTimes(start, end), `${start} ${end}`).toBeUndefined()
  })
})
