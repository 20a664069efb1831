import { queryOptions } from '@tanstack/react-query'
import type { ReportFigures } from '../../callback-request/calling/report.ts'
import type { FieldErrors } from '../../callback-request/rules.ts'
import { CallFailed, get } from '../api.ts'
import type { Range } from './report-range.ts'

export type Report = ReportFigures & Range

/** Why there is no report of a range. */
interface RangeRefused {
  /** Messages by field. */
  errors: FieldErrors
}

/**
 * The report of a range of days, or why there is none. Each call is recorded in the audit log and may take seconds, so that it is made when
 * somebody asks for it, and not again at each change in the worklist.
 */
export function reportQuery(range: Range) {
  return queryOptions({
    queryKey: ['report', range],
    queryFn: async ({ signal }): Promise<Report | RangeRefused> => {
      try {
        return await get<Report>(`/api/report?${new URLSearchParams({ ...range })}`, signal)
      } catch (error) {
        if (error instanceof CallFailed && error.status === 422) return { errors: error.errors }
        throw error
      }
    },
    staleTime: 'static',
    gcTime: 0,
  })
}
