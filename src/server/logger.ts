import { type DestinationStream, destination, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/**
 * A logger of JSON lines, by default to standard error: standard output is for whoever starts the server. Of an error
 * it writes what it was and where, never its message, which may repeat what a visitor typed.
 */
export function createLogger(level: Config['logLevel'], stream: DestinationStream = destination(2)): Logger {
  const serializers = { err: traceOf, req: () => undefined, res: () => undefined }
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }, stream)
}

interface Trace {
  name: string
  code?: unknown
  stack?: string[]
  cause?: Trace
}

function traceOf(error: unknown): Trace {
  if (!(error instanceof Error)) return { name: typeof error }
  return {
    name: error.name,
    ...('code' in error ? { code: error.code } : {}),
    stack: framesOf(error),
    ...(error.cause === undefined ? {} : { cause: traceOf(error.cause) }),
  }
}

function framesOf({ stack = '' }: Error): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .*:\d+:\d+\)?$/.test(line))
}
