import { formNote } from './content.ts'

/** What stands at both forms: what the details are for, who may ask, and what the form is not for. */
export function FormNote({ className }: { className: string | undefined }) {
  return (
    <p className={className}>
      {formNote.privacy} <a href="/privacy">Privacy notice</a>. {formNote.adults} {formNote.emergencies}
    </p>
  )
}
