import type { StoredRequest } from '../server/storage/requests/stored-request-row.ts'

/** One JSON array, a request on each line, written as the requests are read. */
export async function* jsonOf(requests: AsyncIterable<StoredRequest>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const request of requests) {
    yield separator + JSON.stringify(request)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
