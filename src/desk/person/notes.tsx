import { useQueryClient } from '@tanstack/react-query'
import { TextArea } from '../../ui/field.tsx'
import { send } from '../api.ts'
import { newNoteOf, useDraft } from '../drafts.ts'
import { leaveField } from '../keys/use-keys.ts'
import { Form } from '../parts/form.tsx'
import { Section } from '../parts/page.tsx'
import css from './person-page.module.css'
import { PERSON_KEY } from './person-query.ts'

/** The id of the field for a new note. */
export const NOTE_ID = 'person-note'

interface NotesProps {
  /** Undefined for a request without a callback. */
  callback: string | undefined
  name: string
}

/** A form for a note. The timeline has what others wrote. */
export function Notes({ callback, name }: NotesProps) {
  return (
    <Section title="Notes">
      {callback === undefined ? (
        <p className="quiet">Notes belong to a callback, and there is none.</p>
      ) : (
        <NewNote callback={callback} name={name} />
      )}
    </Section>
  )
}

function NewNote({ callback, name }: { callback: string; name: string }) {
  const queryClient = useQueryClient()
  const [text, setText] = useDraft(newNoteOf(callback))

  async function save({ note }: { note: string }) {
    await send('POST', `/api/callbacks/${encodeURIComponent(callback)}/notes`, { text: note })
    setText('')
    document.getElementById(NOTE_ID)?.focus()
    await queryClient.invalidateQueries({ queryKey: PERSON_KEY })
  }

  return (
    <div className={css.newNote}>
      <Form
        submitLabel="Add note"
        done="The note is saved."
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
            label={`Note about ${name}`}
            rows={3}
            dir="auto"
            value={text}
            error={error}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key, nativeEvent }) => {
              if (key === 'Escape' && !nativeEvent.isComposing) leaveField()
            }}
          />
        )}
      </Form>
    </div>
  )
}
