import type { RefObject } from 'react'
import { TextArea } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { PERSON_KEY } from '../call/call-query.ts'
import { draftOf, newNoteOf, useDraft } from '../drafts.ts'
import { Form } from '../parts/form.tsx'
import { focusHeading, Section } from '../parts/page.tsx'
import css from './person-page.module.css'

interface NotesProps {
  /** Undefined for a request without a callback. */
  callback: string | undefined
  name: string
  /** The field for a new note. */
  field: RefObject<HTMLTextAreaElement | null>
}

/** A form for a note. The timeline has what others wrote. */
export function Notes({ callback, name, field }: NotesProps) {
  return (
    <Section title="Notes">
      {callback === undefined ? (
        <p className="quiet">Notes belong to a callback, and there is none.</p>
      ) : (
        <NewNote {...{ callback, name, field }} />
      )}
    </Section>
  )
}

function NewNote({ callback, name, field }: NotesProps & { callback: string }) {
  const [text, setText] = useDraft(newNoteOf(callback))

  async function save({ note }: { note: string }) {
    await send('POST', `/api/callbacks/${encodeURIComponent(callback)}/notes`, { text: note })
    if (draftOf(newNoteOf(callback)) === text) setText('')
    field.current?.focus()
  }

  return (
    <div className={css.newNote}>
      <Form
        submitLabel="Add note"
        done="The note is saved."
        validate={(typed) => {
          const note = String(typed.text).trim()
          return note === '' ? { ok: false, errors: { text: 'Please enter a note' } } : { ok: true, value: { note } }
        }}
        send={save}
        refetches={[PERSON_KEY]}
      >
        {({ text: error }) => (
          <TextArea
            ref={field}
            name="text"
            label={`Note about ${name}`}
            rows={3}
            dir="auto"
            value={text}
            error={error}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Escape' && !nativeEvent.isComposing) focusHeading({ preventScroll: true })
            }}
          />
        )}
      </Form>
    </div>
  )
}
