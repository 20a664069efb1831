import type { CallFailed } from '../api.ts'

/** What a failed call means for the person, and what to do, where the page has no words of its own for it. */
export function explainFailure({ status, retryAfterSeconds }: CallFailed): string {
  if (status === 0) return 'The callback desk cannot be reached. Check your connection and try again.'
  if (status === 403) return 'You may not do this with your account.'
  if (status === 404) return 'This no longer exists. Somebody may have removed it meanwhile.'
  if (status === 429) return `Too many tries. Try again in ${minutes(retryAfterSeconds)}.`
  if (status === 503) return 'The callback desk is not available at the moment. Please try again in a minute.'
  return 'Something went wrong. Please try again; if it happens again, tell your technician.'
}

/** Rounded up, because an earlier try would be refused. */
function minutes(seconds: number): string {
  const count = Math.max(1, Math.ceil(seconds / 60))
  return count === 1 ? '1 minute' : `${count} minutes`
}
