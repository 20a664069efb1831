import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId, useRef } from 'react'
import { CallFailed, explainFailure, newKey } from '../api.ts'
import css from './notice.module.css'
import { Notice } from './notice.tsx'

export interface Change<Value, Answer> {
  /** Makes the calls, as the person's own. @throws CallFailed */
  send: (value: Value) => Promise<Answer>
  /** Changes of one group are made one at a time, wherever they are. */
  group?: string
  /** What it may have changed; after a refusal too, because somebody else was first, but not of what was typed. */
  refetches?: readonly QueryKey[]
  began?: (value: Value) => void
  done?: (answer: Answer, value: Value) => void
  refused?: (failure: CallFailed, value: Value) => void
}

export const changeKey = (group: string) => ['change', group]

/**
 * One thing that a person can change on the server: it is sent once at a time, and what is asked meanwhile is dropped.
 * `pending` is what is being sent, `failure` why the last one was refused, and `answer` what came of it.
 */
export function useChange<Value, Answer>(change: Change<Value, Answer>) {
  const queryClient = useQueryClient()
  const own = useId()
  const mutationKey = changeKey(change.group ?? own)
  const refetch = () => {
    for (const queryKey of change.refetches ?? []) void queryClient.invalidateQueries({ queryKey })
  }
  const { mutateAsync, isPending, isSuccess, variables, error, data, reset } = useMutation({
    mutationKey,
    mutationFn: change.send,
    onSuccess(answer, value) {
      change.done?.(answer, value)
      refetch()
    },
    onError(failure, value) {
      if (!(failure instanceof CallFailed)) return
      change.refused?.(failure, value)
      if (failure.status !== 422) refetch()
    },
  })

  /** @returns whether it was done. @throws what is no refusal but a fault */
  async function run(value: Value): Promise<boolean> {
    if (queryClient.isMutating({ mutationKey }) > 0) return false
    change.began?.(value)
    try {
      await mutateAsync(value)
      return true
    } catch (failure) {
      if (failure instanceof CallFailed) return false
      throw failure
    }
  }

  return {
    run,
    reset,
    isBusy: isPending,
    isDone: isSuccess,
    pending: isPending ? variables : undefined,
    failure: error instanceof CallFailed ? error : undefined,
    answer: data,
  }
}

interface OutcomeProps {
  of: { failure: CallFailed | undefined; answer: ReactNode }
  explain?: (failure: CallFailed) => string
}

/** Says in the page what came of a change whose answer is what there is to say. */
export function Outcome({ of: { failure, answer }, explain = explainFailure }: OutcomeProps) {
  return (
    <div className={css.outcome}>
      <Notice role="status" tone="ok">
        {answer}
      </Notice>
      <Notice role="alert" tone="error">
        {failure && explain(failure)}
      </Notice>
    </div>
  )
}

/** The key of what is sent: the same for an unchanged second try, so that what arrived without an answer is done once. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ tried: '', key: '' })
  return (body) => {
    const tried = JSON.stringify(body)
    if (last.current.tried !== tried) last.current = { tried, key: newKey() }
    return last.current.key
  }
}
