import type { StoredRequest } from '../callback-request/stored-request.ts'

/** Writes one JSON array with a request on each line, while the requests are read. */
export async function* jsonOf(requests: AsyncIterable<StoredRequest>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const request of requests) {
    yield separator + JSON.stringify(request)
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}
