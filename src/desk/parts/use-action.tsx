import { type ReactNode, useRef, useState } from 'react'
import { CallFailed, explainFailure } from '../api.ts'
import css from './notice.module.css'
import { Notice } from './notice.tsx'

interface Action {
  /** Which button was pressed. */
  name: string
  /** Resolves with what is said of it afterwards. @throws CallFailed */
  act: () => Promise<ReactNode>
  explain?: (failure: CallFailed) => string
}

/**
 * What buttons do without a form, one at a time: `pending` is the name of the one at work, and `outcome` says in the
 * page what became of the last.
 *
 * @param afterwards waited for after each, also after a failure
 */
export function useAction(afterwards: () => Promise<void> = async () => {}) {
  const [pending, setPending] = useState<string>()
  const [done, setDone] = useState<ReactNode>()
  const [failure, setFailure] = useState('')
  const isPending = useRef(false)

  async function run({ name, act, explain = explainFailure }: Action) {
    if (isPending.current) return
    isPending.current = true
    setPending(name)
    setDone(undefined)
    setFailure('')
    try {
      setDone(await act())
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      setFailure(explain(error))
    } finally {
      await afterwards()
      isPending.current = false
      setPending(undefined)
    }
  }

  const outcome = (
    <div className={css.outcome}>
      <Notice role="status" tone="ok">
        {done}
      </Notice>
      <Notice role="alert" tone="error">
        {failure}
      </Notice>
    </div>
  )
  return { run, pending, outcome }
}
