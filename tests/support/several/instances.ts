import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { startServer } from '../server-process.ts'

/** How long an init system waits before it starts a service again, and how often a test lets it. */
const PAUSE_MS = 200
const MOST_STARTS = 50

/** One of several instances of the built server, which keeps its ports when it is started again. */
export class Instance {
  readonly port: number
  readonly deskPort: number
  readonly #environment: Record<string, string>
  #server: Awaited<ReturnType<typeof startServer>> | undefined

  private constructor(environment: Record<string, string>, ports: [number, number]) {
    ;[this.port, this.deskPort] = ports
    this.#environment = { ...environment, PORT: String(this.port), DESK_PORT: String(this.deskPort) }
  }

  /**
   * Chooses its ports, and does not start it yet.
   *
   * @param environment what its configuration says besides its ports
   */
  static async prepare(environment: Record<string, string>): Promise<Instance> {
    return new Instance(environment, [await freePort(), await freePort()])
  }

  get site(): URL {
    return new URL(`http://127.0.0.1:${this.port}`)
  }

  get desk(): URL {
    return new URL(`http://127.0.0.1:${this.deskPort}`)
  }

  /** Starts it, or starts it again. Resolves when it listens. */
  async start(): Promise<void> {
    this.#server = await startServer(this.#environment)
  }

  /** Starts it as an init system does: as often as it takes, since without its store it does not start. */
  async startAsServiceDoes(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.start()
      } catch (error) {
        if (attempt === MOST_STARTS) throw error
        await delay(PAUSE_MS)
      }
    }
  }

  /** @returns its exit code, when it has ended */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.signal(signal)
    return (await this.#server?.exited) ?? null
  }

  signal(signal: NodeJS.Signals): void {
    this.#server?.child.kill(signal)
  }
}
