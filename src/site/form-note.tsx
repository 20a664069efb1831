import { formNote } from './content.ts'

/**
 * What stands at both forms: what the details are for, who may ask, and what the form is not for. Each text is an
 * element of its own and suppresses the hydration warning, because a translator may have changed it before React came.
 */
export function FormNote({ className }: { className: string | undefined }) {
  return (
    <p className={className}>
      <span suppressHydrationWarning>{`${formNote.privacy} `}</span>
      <a href="/privacy" suppressHydrationWarning>
        Privacy notice
      </a>
      <span suppressHydrationWarning>{`. ${formNote.adults} ${formNote.emergencies}`}</span>
    </p>
  )
}
