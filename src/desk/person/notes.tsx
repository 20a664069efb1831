import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { newNoteOf } from '../call-panel/use-call.ts'
import { useDraft } from '../drafts.ts'
import { Form } from '../parts/form.tsx'
import { Notice } from '../parts/notice.tsx'
import { Section } from '../parts/page.tsx'
import { Moment } from './moment.tsx'
import css from './person-page.module.css'
import { PERSON_KEY, type TimelineEntry } from './person-query.ts'

/** The id of the field for a new note. */
export const NOTE_ID = 'person-note'

/** Source: desk, section 5. */
const MAX_NOTE = 2_000

interface NotesProps {
  /** Undefined for a request without a callback. */
  callback: string | undefined
  timeline: readonly TimelineEntry[]
  now: Date
}

/** What coordinators wrote about the person, and a form for more. */
export function Notes({ callback, timeline, now }: NotesProps) {
  const notes = timeline.filter((entry) => entry.kind === 'note')
  return (
    <Section title="Notes">
      {notes.length === 0 && <p className={css.quiet}>Nobody has written a note.</p>}
      {notes.length > 0 && (
        <ul className={css.notes} aria-label="Notes">
          {notes.map(({ at, by, text }) => (
            <li key={`${at} ${text}`}>
              <p className={css.message} dir="auto">
                {text}
              </p>
              <p className={css.quiet}>
                <bdi>{by?.name}</bdi>, <Moment at={at} now={now} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {callback !== undefined && <NewNote callback={callback} />}
    </Section>
  )
}

function NewNote({ callback }: { callback: string }) {
  const queryClient = useQueryClient()
  const [text, setText] = useDraft(newNoteOf(callback))
  const [isSaved, setIsSaved] = useState(false)

  async function save({ note }: { note: string }) {
    await send('POST', `/api/callbacks/${encodeURIComponent(callback)}/notes`, { text: note })
    setText('')
    setIsSaved(true)
    document.getElementById(NOTE_ID)?.focus()
    await queryClient.invalidateQueries({ queryKey: PERSON_KEY })
  }

  return (
    <div className={css.newNote}>
      <Form
        submitLabel="Add note"
        validate={() => {
          const note = text.trim()
          return note === '' ? { ok: false, errors: { text: 'Please enter a note' } } : { ok: true, value: { note } }
        }}
        send={save}
      >
        {({ text: error }) => (
          <TextArea
            id={NOTE_ID}
            name="text"
            label="Note"
            rows={3}
            maxLength={MAX_NOTE}
            dir="auto"
            value={text}
            error={error}
            onChange={({ target }) => {
              setText(target.value)
              setIsSaved(false)
            }}
          />
        )}
      </Form>
      <Notice role="status" tone="ok">
        {isSaved && 'The note is saved.'}
      </Notice>
    </div>
  )
}
