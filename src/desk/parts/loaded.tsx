import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { CallFailed } from '../api.ts'
import { Button } from './button.tsx'
import { explainFailure } from './explain-failure.ts'
import css from './loaded.module.css'
import { Notice } from './notice.tsx'

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>
  children: (data: Data) => ReactNode
}

/** Shows a query's data, that it is loading, or why there is none. Data that cannot be renewed stays in the page. */
export function Loaded<Data>({ query: { data, error, isFetching, refetch }, children }: LoadedProps<Data>) {
  return (
    <>
      {error && (
        <Notice role="alert" tone="error">
          <p>{error instanceof CallFailed ? explainFailure(error) : 'Something went wrong.'}</p>
          {data !== undefined && <p>What you see may be out of date.</p>}
          <Button look="plain" onClick={() => refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {data === undefined && isFetching && <Loading />}
      {data !== undefined && children(data)}
    </>
  )
}

export function Loading() {
  return (
    <p role="status" className={css.loading}>
      Loading…
    </p>
  )
}
