import { StatusLine } from '../ui/status-line.tsx'
import { STATUS_TEXTS, type SubmitStatus } from './form-submission.ts'

const TONES = { none: 'none', PENDING: 'pending', OK: 'ok', ERROR: 'error' } as const

/** A form's submit status, in the specification's words. */
export function FormStatus({ status }: { status: SubmitStatus }) {
  return <StatusLine tone={TONES[status]} text={STATUS_TEXTS[status]} />
}
