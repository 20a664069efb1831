/** What the measurements use of the packages of this folder, so that `npm test` checks its types without installing them. */
declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST'
    headers?: Record<string, string>
    body?: string
  }
  interface Options extends Request {
    url: string
    /** Made one after another on each connection. */
    requests?: (Request & { setupRequest: (request: Request) => Request })[]
    connections?: number
    /** In s. */
    duration?: number
    /** Calls in all, instead of a duration. */
    amount?: number
  }
  interface Result {
    requests: { average: number }
    /** In ms. */
    latency: { p99: number }
    errors: number
    timeouts: number
    statusCodeStats: Record<string, { count: number }>
  }
  export default function autocannon(options: Options): Promise<Result>
}

declare module 'lighthouse' {
  interface Flags {
    port: number
    logLevel: 'error'
    onlyCategories: string[]
  }
  interface Result {
    runtimeError?: { message: string }
    audits: Record<string, { numericValue?: number; details?: unknown }>
    categories: Record<string, { score: number | null }>
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Result } | undefined>
}
