import type { UseQueryResult } from '@tanstack/react-query'
import { Children, type ReactNode } from 'react'
import icons from '../../ui/icons.module.css'
import { CallFailed, explainFailure } from '../api.ts'
import { Button } from './button.tsx'
import css from './notice.module.css'

/** A message. It is in the page before it has a text, so that screen readers announce the text. */
export function Notice({
  role,
  tone,
  children,
}: {
  role: 'alert' | 'status'
  tone: 'error' | 'ok' | 'plain'
  children: ReactNode
}) {
  return (
    <div role={role} className={`${css.notice} ${icons.icon}`} data-tone={tone}>
      {Children.toArray(children).some((child) => child !== '') && <div>{children}</div>}
    </div>
  )
}

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: Data) => ReactNode
}

/** Shows a query's data, that it is loading, or why there is none. Data that cannot be renewed stays in the page. */
export function Loaded<Data>({ query: { data, error, isFetching, refetch }, children }: LoadedProps<Data>) {
  return (
    <>
      <div className={css.failure} data-stale={error !== null && data !== undefined}>
        <Notice role="alert" tone="error">
          {error && (
            <>
              <p>{error instanceof CallFailed ? explainFailure(error) : 'Something went wrong.'}</p>
              {data !== undefined && <p>What you see may be out of date.</p>}
              <Button look="inline" onClick={() => refetch()}>
                Try again
              </Button>
            </>
          )}
        </Notice>
      </div>
      {data === undefined && isFetching && <Loading />}
      {data !== undefined && children(data)}
    </>
  )
}

export function Loading() {
  return <p className={css.loading}>Loading…</p>
}
