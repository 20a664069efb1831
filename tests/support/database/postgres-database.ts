import { inject } from 'vitest'

/** Makes an empty PostgreSQL database for a test and gives its address. */
export async function newPostgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgresService'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
