import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { LogStream } from './log-stream.ts'

/**
 * A logger of JSON lines to standard error; standard output is for the person who starts the server. It never blocks the
 * server: see `LogStream`.
 */
export function createStandardErrorLogger(level: Config['logLevel']): { logger: Logger; stream: LogStream } {
  // By `process.stderr`, not as 2: when Node opens this stream it makes a pipe or a socket non-blocking.
  const stream = new LogStream(process.stderr.fd, {
    onDropped: (lines) => logger.error({ lines }, 'log lines were dropped'),
  })
  const logger = createLogger(level, stream)
  return { logger, stream }
}

/**
 * A logger of JSON lines. It writes the name and the place of an error, never its message, which may repeat what a
 * visitor typed.
 */
export function createLogger(level: Config['logLevel'], stream: DestinationStream): Logger {
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
