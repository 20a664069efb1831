import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { parseAddedRequest } from '../../callback-request/added-request.ts'
import { TextArea, TextField } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { SelectField } from '../parts/fields/select-field.tsx'
import time from '../parts/fields/time-choice.module.css'
import { chosenDayIn, DayFields } from '../parts/fields/time-choice.tsx'
import { Form } from '../parts/form.tsx'
import { useNow } from '../parts/use-now.ts'
import { languageName } from '../parts/values/language.tsx'
import { useMe } from '../session.ts'
import css from './add-dialog.module.css'

const optionsOf = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

interface AddDialogProps {
  /** What is known of the person already. */
  known?: { name?: string; phone?: string; email?: string }
  returnTo: string
  onClose: () => void
}

/** Adds a callback for somebody who telephones or comes in, and then shows their page. */
export function AddDialog({ known = {}, returnTo, onClose }: AddDialogProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { time_zone: timeZone, clockOffset, languages, offer } = useMe()
  const now = useNow(clockOffset)
  const [day, setDay] = useState('')

  /** By the server's own rules. What was left empty is not sent. */
  function validate(typed: Record<string, unknown>) {
    const phone = withoutSpaces(String(typed.phone))
    const given = { ...typed, phone, day: chosenDayIn(typed), date: undefined }
    const values = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
    const result = parseAddedRequest(values, now, timeZone, offer)
    return result.ok ? { ok: true as const, value: values } : result
  }

  async function add(values: object) {
    const { reference } = await send<{ reference: string }>('POST', '/api/requests', values)
    onClose()
    void queryClient.invalidateQueries()
    await navigate({ to: '/requests/$reference', params: { reference } })
  }

  return (
    <Dialog title="Add a callback" returnTo={returnTo} onClose={onClose}>
      <Form
        submitLabel="Add"
        otherButtons={
          <Button look="outlined" onClick={onClose}>
            Cancel
          </Button>
        }
        validate={validate}
        send={add}
      >
        {(errors) => (
          <div className={css.fields}>
            <TextField
              id="added-name"
              name="name"
              label="Name"
              autoComplete="off"
              dir="auto"
              defaultValue={known.name}
              error={errors.name}
            />
            <TextField
              id="added-phone"
              name="phone"
              label="Telephone number"
              hint="Without the country’s prefix"
              type="tel"
              autoComplete="off"
              defaultValue={known.phone}
              error={errors.phone}
            />
            <TextField
              id="added-email"
              name="email"
              label="E-mail (optional)"
              type="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={known.email}
              error={errors.email}
            />
            <div className={`${css.whole} ${time.fields}`}>
              <DayFields id="added" now={now} error={errors.day} noDay="As soon as possible" day={day} onDay={setDay} />
              <SelectField
                id="added-slot"
                name="time_slot"
                label="Slot"
                options={optionsOf(offer.timeSlots)}
                error={errors.time_slot}
              />
            </div>
            <SelectField
              id="added-service"
              name="service"
              label="Service (optional)"
              options={[{ value: '', label: 'Not named' }, ...optionsOf(offer.services)]}
              error={errors.service}
            />
            <SelectField
              id="added-language"
              name="language"
              label="Language (optional)"
              options={[
                { value: '', label: 'Not known' },
                ...languages.map((code) => ({ value: code, label: languageName(code) })),
              ]}
              error={errors.language}
            />
            <TextArea
              id="added-message"
              name="message"
              label="Message (optional)"
              rows={2}
              dir="auto"
              error={errors.message}
            />
          </div>
        )}
      </Form>
    </Dialog>
  )
}

/** Numbers are written and copied with spaces, hyphens, brackets and invisible characters. */
function withoutSpaces(phone: string): string {
  return phone.replace(/[\s\p{Cf}\p{Pd}()[\]]/gu, '')
}
