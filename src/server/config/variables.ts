/** The environment's variables, read one by one; what is bad about them is noted, a line for each. */
export class Variables {
  readonly problems: string[] = []
  readonly #environment: Readonly<Record<string, string | undefined>>

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment
  }

  /** An empty variable counts as unset. */
  isSet(name: string): boolean {
    return this.#textOf(name) !== ''
  }

  /**
   * The variable's value, or the fallback when it is unset or bad. Its text is never repeated in the line: it may be
   * a secret.
   *
   * @param takes what the variable takes, for the line
   * @param parse gives undefined when it is not that
   */
  read<Value>(name: string, takes: string, fallback: Value, parse: (text: string) => Value | undefined): Value {
    if (!this.isSet(name)) return fallback
    const value = parse(this.#textOf(name))
    if (value === undefined) this.problems.push(`${name} takes ${takes}.`)
    return value ?? fallback
  }

  /** Notes a variable that is unset although another one, which is set, makes no sense without it. */
  demand(name: string, takes: string, other: string): void {
    if (!this.isSet(name)) this.problems.push(`${name} takes ${takes}; ${other} needs it.`)
  }

  #textOf(name: string): string {
    return this.#environment[name]?.trim() ?? ''
  }
}

/** `true` or `false`, and nothing else. */
export function trueOrFalse(text: string): boolean | undefined {
  return text === 'true' ? true : text === 'false' ? false : undefined
}
