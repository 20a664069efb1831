import { queryOptions } from '@tanstack/react-query'
import type { ReportFigures } from '../../callback-request/calling/report.ts'
import type { ReportRange } from '../../callback-request/calling/report-range.ts'
import { get } from '../api.ts'

export type Report = ReportFigures & ReportRange

/**
 * The report of a range of days. Each call is recorded in the audit log and may take seconds, so that it is made when
 * somebody asks for it, and not again at each change in the worklist.
 */
export function reportQuery(range: ReportRange) {
  return queryOptions({
    queryKey: ['report', range],
    queryFn: ({ signal }) => get<Report>(`/api/report?${new URLSearchParams({ ...range })}`, signal),
    staleTime: 'static',
    gcTime: 0,
  })
}
