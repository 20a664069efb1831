import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import css from './shortcuts.module.css'
import { keysAreOn, switchKeys, useKeys } from './use-keys.ts'

const KEYS = [
  ['j', 'Next person in the list'],
  ['k', 'Previous person in the list'],
  ['Enter', 'Open the page of this person'],
  ['c', 'Call this person'],
  ['1–8', 'Save the result of the call that has this number on its button'],
  ['n', 'Write a note'],
  ['Esc', 'Leave the note, the time for a later call, or the filter'],
  ['x', 'Stop calling'],
  ['u', 'Undo what was saved last'],
  ['/', 'Find somebody'],
  ['w', 'Worklist'],
  ['?', 'This list'],
] as const

const BUTTON_ID = 'shortcuts'

/** The keys of every page, and a button that lists all keys and can switch them off. */
export function Shortcuts() {
  const navigate = useNavigate()
  /** The id of what gets the focus afterwards. */
  const [returnTo, setReturnTo] = useState<string>()
  useKeys({
    w: () => void navigate({ to: '/' }),
    '/': () => void find(),
    '?': () => setReturnTo(document.activeElement?.id || BUTTON_ID),
  })
  async function find() {
    await navigate({ to: '/find' })
    document.getElementById('text')?.focus()
  }

  return (
    <footer className={css.footer}>
      <Button look="plain" id={BUTTON_ID} onClick={() => setReturnTo(BUTTON_ID)}>
        Keyboard shortcuts
      </Button>
      {returnTo !== undefined && <ShortcutsDialog returnTo={returnTo} onClose={() => setReturnTo(undefined)} />}
    </footer>
  )
}

function ShortcutsDialog({ returnTo, onClose }: { returnTo: string; onClose: () => void }) {
  const [isOn, setIsOn] = useState(keysAreOn)
  return (
    <Dialog title="Keyboard shortcuts" returnTo={returnTo} onClose={onClose}>
      <div className="stack form">
        <label className={css.switch}>
          <input
            type="checkbox"
            checked={isOn}
            onChange={({ target }) => {
              switchKeys(target.checked)
              setIsOn(target.checked)
            }}
          />
          Use keyboard shortcuts in this browser
        </label>
        <dl className={css.keys}>
          {KEYS.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <div>
          <Button look="outlined" onClick={onClose}>
            Close
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
