import { expect, test } from 'vitest'
import { SERVICES } from './services.ts'
import { slotFromTimes, splitTimeSlot, TIME_SLOTS } from './time-slots.ts'

test('Services and slots are those of the specification, in its order', () => {
  expect(SERVICES.join(', ')).toBe(
    'Abdominoplasty, Blepharoplasty, Breast Reduction, Breast Augmentation, Brow Lift, Cheek Implants, Chin Implants, Face & Neck Lift, Facial Paralysis, Fat Injection Into Face, Gynaecomastia, Hymenoplasty, Liposuction, Rhinoplasty, Scar Revision, Vaginoplasty, Other',
  )
  expect(TIME_SLOTS.join(', ')).toBe(
    'Anytime, 12:00am-02:00am, 02:00am-04:00am, 04:00am-06:00am, 06:00am-08:00am, 08:00am-10:00am, 10:00am-12:00pm, 12:00pm-02:00pm, 02:00pm-04:00pm, 04:00pm-06:00pm, 06:00pm-08:00pm, 08:00pm-10:00pm, 10:00pm-12:00am',
  )
})

test('A slot is split at its hyphen into start and end, by which it is found again; two other times are no slot', () => {
  for (const slot of TIME_SLOTS) {
    const { startTime, endTime } = splitTimeSlot(slot)
    if (slot === 'Anytime') expect([startTime, endTime]).toEqual([null, null])
    else expect(`${startTime}-${endTime}`).toBe(slot)
    expect(slotFromTimes(startTime, endTime)).toBe(slot)
  }
  for (const absent of [undefined, null]) expect(slotFromTimes(undefined, absent)).toBe('Anytime')
  const others = [
    ['02:00am', undefined],
    [null, '04:00am'],
    ['02:00am', '06:00am'],
    ['04:00am', '02:00am'],
    ['2:00am', '4:00am'],
    ['', ''],
    [2, 4],
    [['02:00am'], ['04:00am']],
  ] as const
  for (const [start, end] of others) expect(slotFromTimes(start, end), `${start} ${end}`).toBeUndefined()
})
