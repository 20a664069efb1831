import { SERVICES, type Service } from '../../callback-request/services.ts'

/** The worklist's filter as it is in its address. */
interface WorklistSearch {
  service?: Service
}

/** Reads the filter from the address, and drops everything else. */
export function readWorklistSearch(given: Record<string, unknown>): WorklistSearch {
  const service = SERVICES.find((one) => one === given.service)
  return service ? { service } : {}
}
