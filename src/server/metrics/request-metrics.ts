import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'
import type { CallbackRequests } from '../storage/callback-requests.ts'

/** The value of the label `form`, by the path of the form's calls. */
const FORMS: Readonly<Record<string, string>> = { '/api/appointment': 'appointment', '/api/contact-us': 'contact' }

const RESULTS = ['accepted', 'invalid', 'limited', 'refused', 'unavailable', 'failed'] as const

/** From a commit on a fast disk, 1 ms, to the longest that a call may take, 10 s. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** How many requests come in, what becomes of them, and how long it takes. */
export function addRequestMetrics(register: Registry) {
  const registers = [register]
  const buckets = BUCKETS_SECONDS
  const counter = new Counter({
    name: 'clinic_requests_total',
    help: 'Posts of both forms by result: accepted (201, 303), invalid (422), limited (429), refused (other 4xx), unavailable (503), failed (other 5xx)',
    labelNames: ['form', 'result'],
    registers,
  })
  const answers = new Histogram({
    name: 'clinic_request_answer_seconds',
    help: 'Time from the head of an accepted post until its 201 or 303 was sent',
    buckets,
    registers,
  })
  const commits = new Histogram({
    name: 'clinic_request_commit_seconds',
    help: 'Time from a valid request until it and its messages are on disk',
    buckets,
    registers,
  })
  // From the start on, so that the first of a kind is an increase.
  for (const form of Object.values(FORMS)) for (const result of RESULTS) counter.inc({ form, result }, 0)

  return {
    /** Counts and times the answers of the forms' routes. Call it before they are added. */
    observe(forms: FastifyInstance): void {
      forms.addHook('onResponse', async ({ routeOptions: { url = '' } }, reply) => {
        const form = FORMS[url]
        if (form === undefined) return
        const result = resultOf(reply.statusCode)
        counter.inc({ form, result })
        if (result === 'accepted') answers.observe(reply.elapsedTime / 1_000)
      })
    },

    /** The same requests, with the time that each commit takes. A request that is not stored has none. */
    timeCommits(requests: CallbackRequests): Pick<CallbackRequests, 'receive' | 'withdraw'> {
      return {
        withdraw: (...withdrawal) => requests.withdraw(...withdrawal),
        receive: async (details, context) => {
          const startedAt = performance.now()
          const result = await requests.receive(details, context)
          if (result.ok) commits.observe((performance.now() - startedAt) / 1_000)
          return result
        },
      }
    },
  }
}

function resultOf(status: number): (typeof RESULTS)[number] {
  if (status < 400) return 'accepted'
  if (status === 422) return 'invalid'
  if (status === 429) return 'limited'
  if (status < 500) return 'refused'
  return status === 503 ? 'unavailable' : 'failed'
}
