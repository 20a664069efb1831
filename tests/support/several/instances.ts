import { freePort } from '../free-port.ts'
import { startServer } from '../server-process.ts'

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

  /** @returns its exit code, when it has ended */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    this.#server?.child.kill(signal)
    return (await this.#server?.exited) ?? null
  }
}
