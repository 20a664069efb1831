import { useLocation, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { keysAreOn, switchKeys, useKeys } from '../parts/use-keys.ts'
import css from './shortcuts.module.css'

const KEYS = [
  ['j', 'Next person in the list'],
  ['k', 'Previous person in the list'],
  ['J', 'First person of the next list'],
  ['K', 'First person of the previous list'],
  ['Enter', 'Open the page of this person'],
  ['c', 'Call this person'],
  ['1–9', 'Save the result of the call that has this number on its button'],
  ['n', 'Write a note'],
  ['Esc', 'Leave the note, the time for a later call, or the filter'],
  ['i', 'They called us'],
  ['x', 'Stop calling'],
  ['u', 'Undo what was saved last'],
  ['m', 'My calls today'],
  ['/', 'Find somebody'],
  ['w', 'Worklist'],
  ['?', 'This list'],
] as const

/** The keys of every page, and a button that lists all keys and can switch them off. */
export function Shortcuts() {
  const navigate = useNavigate()
  const isFind = useLocation({ select: ({ pathname }) => pathname === '/find' })
  const [isOpen, setIsOpen] = useState(false)
  useKeys({
    w: () => void navigate({ to: '/' }),
    '/': () =>
      void navigate({ to: '/find', state: { isSearching: true }, ...(isFind && { search: true, hash: true }) }),
    '?': () => setIsOpen(true),
  })

  return (
    <footer className={css.footer}>
      <Button look="plain" onClick={() => setIsOpen(true)}>
        Keyboard shortcuts
      </Button>
      {isOpen && <ShortcutsDialog onClose={() => setIsOpen(false)} />}
    </footer>
  )
}

function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <div className="stack form">
        <label className={css.switch}>
          <input type="checkbox" defaultChecked={keysAreOn()} onChange={({ target }) => switchKeys(target.checked)} />
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
      </div>
    </Dialog>
  )
}
