/** Puts values into a text's placeholders, such as `{zone}`. A placeholder without a value stays. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
}

/** The parts of a text: what is between the placeholders, and the placeholders' names at odd positions. */
export function partsOf(text: string): string[] {
  return text.split(/\{(\w+)\}/)
}
