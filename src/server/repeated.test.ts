import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Repeated } from './repeated.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('Work is done at once and after each pause, also when it has failed, never twice at once, and no more when it is closed', async () => {
  const done: PromiseWithResolvers<void>[] = []
  const faults: unknown[] = []
  const work = () => {
    const one = Promise.withResolvers<void>()
    done.push(one)
    return one.promise
  }
  const repeated = new Repeated(work, 1_000, (error) => faults.push(error))
  repeated.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(done).toHaveLength(1)
  done[0]?.reject('the store is away')
  await vi.advanceTimersByTimeAsync(999)
  expect([done.length, faults]).toEqual([1, ['the store is away']])
  await vi.advanceTimersByTimeAsync(1)
  expect(done).toHaveLength(2)

  const closed = vi.fn()
  const closing = repeated.close().then(closed)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(closed).not.toHaveBeenCalled()
  done[1]?.resolve()
  await closing
  expect([done.length, vi.getTimerCount()]).toEqual([2, 0])
})
