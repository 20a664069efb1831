import type { DepartmentDetails } from '../schema.ts'
import { WEEKDAYS } from '../weekdays.ts'
import { placeOf } from './place.ts'

/** The hours end after they begin, and the days are in the order of the week, each once. */
export function callingHoursMistakes(
  { callingHours }: Pick<DepartmentDetails, 'callingHours'>,
  file: string,
): string[] {
  const { days, from, until } = callingHours
  const sorted = WEEKDAYS.filter((day) => days.includes(day))
  return [
    ...(String(sorted) === String(days)
      ? []
      : [
          `${placeOf(file, ['callingHours', 'days'])}: should be in the order of the week, each once: ${sorted.join(', ')}`,
        ]),
    ...(from < until
      ? []
      : [`${placeOf(file, ['callingHours', 'until'])}: ${until} is not after ${from}; midnight is 24:00`]),
  ]
}
