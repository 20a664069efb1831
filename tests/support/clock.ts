/** A clock that a test moves. */
export class Clock {
  now = new Date('2026-11-20T09:30:00.000Z')

  pass({ ms = 0, seconds = 0, minutes = 0, hours = 0 }): void {
    this.now = new Date(this.now.getTime() + ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms)
  }
}
