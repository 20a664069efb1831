import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { parseAddedRequest } from '../../callback-request/calling/added-request.ts'
import { digitsOf, withoutSpaces } from '../../callback-request/phone-number.ts'
import { isSettled } from '../../callback-request/statuses.ts'
import type { StoredRequest } from '../../callback-request/stored-request.ts'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { useCurrentCall } from '../call/use-call.tsx'
import { FIND_KEY } from '../events.ts'
import { useClock } from '../parts/clock.tsx'
import { FormDialog } from '../parts/dialog.tsx'
import parts from '../parts/fields.module.css'
import { Notice } from '../parts/notice.tsx'
import { chosenDayIn, DayFields } from '../parts/time-choice.tsx'
import { useIdempotencyKey } from '../parts/use-change.tsx'
import { languageOptions, PersonLink } from '../parts/values.tsx'
import { useMe } from '../session.ts'

/** The references of the requests that were added in this tab. */
const added = new Set<string>()

/** Whether the newest request of a callback was added in this tab: nobody needs to be told of one's own. */
export function isAddedHere({ references: [newest] }: { references: readonly string[] }): boolean {
  return newest !== undefined && added.has(newest)
}

interface AddDialogProps {
  /** What is known of the person already. */
  known?: { name?: string; phone?: string; email?: string }
  onClose: () => void
}

/** Adds a callback for somebody who telephones or comes in, and then shows their page. */
export function AddDialog({ known = {}, onClose }: AddDialogProps) {
  const navigate = useNavigate()
  const { languages, offer, country_prefix: countryPrefix } = useMe()
  const { now, timeZone } = useClock()
  const { tell } = useCurrentCall()
  const name = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState('')
  const idempotencyKeyOf = useIdempotencyKey()
  const [isTyped, setIsTyped] = useState(false)
  const [typedNumber, setTypedNumber] = useState('')
  const [isAsking, setIsAsking] = useState(false)

  const wholeNumber = (typed: string) => digitsOf(typed, { countryPrefix, offer })

  /** By the server's own rules, and a number as pasted numbers on the site. What was left empty is not sent. */
  function validate(typed: Record<string, unknown>) {
    const number = String(typed.phone)
    const phone = wholeNumber(number) ?? withoutSpaces(number)
    const given = { ...typed, phone, day: chosenDayIn(typed), date: undefined }
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const result = parseAddedRequest(values, now, timeZone, languages, offer)
    return result.ok ? { ok: true as const, value: values } : result
  }

  async function add(values: Record<string, unknown>) {
    const key = idempotencyKeyOf(values)
    const { reference } = await send<{ reference: string }>('POST', '/api/requests', values, { key })
    added.add(reference)
    tell({ id: '', name: String(values.name) }, 'added.')
    onClose()
    await navigate({ to: '/requests/$reference', params: { reference } })
  }

  return (
    <FormDialog
      title="Add a callback"
      onClose={isTyped ? () => setIsAsking(true) : onClose}
      submitLabel="Add"
      validate={validate}
      send={add}
    >
      {(errors) => {
        const field = (name: string) => ({ name, error: errors[name] })
        const text = (name: keyof typeof known) => ({ ...field(name), defaultValue: known[name], autoComplete: 'off' })
        return (
          <div className={parts.fields} onInput={() => setIsTyped(true)}>
            <TextField {...text('name')} ref={name} label="Name" dir="auto" />
            <TextField
              {...text('phone')}
              label="Telephone number"
              hint="Without the country’s prefix"
              type="tel"
              onChange={({ target }) => setTypedNumber(wholeNumber(target.value) ?? '')}
            />
            <WhoWaits number={typedNumber} />
            <TextField {...text('email')} label="E-mail (optional)" type="email" spellCheck={false} />
            <DayFields error={errors.day} noDay="As soon as possible" day={day} onDay={setDay} />
            <SelectField {...field('time_slot')} label="Slot" options={offer.timeSlots} />
            <SelectField
              {...field('service')}
              label="Service (optional)"
              options={offer.services}
              emptyOption="Not named"
            />
            <SelectField
              {...field('language')}
              label="Language (optional)"
              options={languageOptions(languages)}
              emptyOption="Not known"
            />
            <TextArea {...field('message')} label="Message (optional)" rows={2} dir="auto" />
            {isAsking && (
              <FormDialog
                title="Drop what you typed?"
                question={<p>Nobody is added yet.</p>}
                submitLabel="Drop"
                cancelLabel="Go on typing"
                returnTo={name}
                onClose={() => setIsAsking(false)}
                send={async () => onClose()}
              />
            )}
          </div>
        )
      }}
    </FormDialog>
  )
}

type Waiting = Pick<StoredRequest, 'name' | 'reference' | 'status' | 'suspected'>

/** Says who waits at a number already, with links that keep what was typed. @param number empty while it is not whole */
function WhoWaits({ number }: { number: string }) {
  const { data } = useQuery({
    queryKey: [FIND_KEY, 'waiting', number],
    enabled: number !== '',
    queryFn: ({ signal }) => send<{ rows: Waiting[] }>('POST', '/api/requests/search', { text: number }, { signal }),
  })
  const waiting = data?.rows.filter(({ status, suspected }) => !suspected && !isSettled(status)) ?? []
  return (
    <Notice role="status" tone="plain">
      {waiting.length > 0 && (
        <>
          Waiting at this number:{' '}
          {[...new Map(waiting.map(({ name, reference }) => [name, reference]))].map(([name, reference], index) => (
            <span key={reference}>
              {index > 0 && ', '}
              <PersonLink reference={reference} name={name} target="_blank" />
            </span>
          ))}
        </>
      )}
    </Notice>
  )
}
