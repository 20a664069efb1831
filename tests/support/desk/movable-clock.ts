/**
 * Loaded into a server before anything else: its wall clock goes ahead by as many milliseconds as it is told by message.
 * Timers are not changed.
 */
const RealDate = Date
let ahead = 0

class MovableDate extends RealDate {
  constructor(...parts: [] | ConstructorParameters<typeof Date>) {
    if (parts.length === 0) super(RealDate.now() + ahead)
    else super(...parts)
  }

  static override now(): number {
    return RealDate.now() + ahead
  }
}

globalThis.Date = MovableDate as DateConstructor

process.on('message', (ms: number) => {
  ahead = ms
  process.send?.(ms)
})
process.channel?.unref()
