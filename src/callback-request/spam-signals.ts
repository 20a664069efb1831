import { normalized } from './normalized.ts'

/**
 * The name of a field that people never see, and that robots fill in because they fill in every field. Browsers do not
 * fill in a field of this name automatically.
 */
export const HONEYPOT_FIELD = 'subject'

/** A patient may send one or two links: to a picture, to a doctor's letter. */
const MANY_LINKS = 3

/** Shorter texts may be equal by chance: "Please call me in the evening after six" has 39 characters. */
const MIN_COMPARED_CHARACTERS = 40

/** A family may send the same text from a few addresses. */
const MANY_ADDRESSES = 5

/** No number has more digits. Source: contract. */
const MAX_DIGITS = 20

/** Why a request is suspected. Those until `long_number` are decided by the request alone. Source: desk, section 3. */
export type Suspicion = 'honeypot' | 'links' | 'same_text' | 'long_number' | 'flood' | 'do_not_call' | 'marked'

/** Why a request is suspected, in plain words. */
export const SUSPICION_NAMES: Readonly<Record<Suspicion, string>> = {
  honeypot: 'A field was filled in that people do not see',
  links: 'Many links',
  same_text: 'The same text came from many addresses',
  long_number: 'No number has so many digits',
  flood: 'Very many requests wait at this number',
  do_not_call: 'Somebody at this number asked not to be called',
  marked: 'Marked as spam',
}

/** What a request shows about its sender. */
export interface SpamSignals {
  /** The value of the honeypot field; empty for people, and for fetch submissions. */
  honeypot: string
  message: string | null
  phone: string
  /** From how many client addresses the same message has come recently, including this one. */
  addresses: number
}

/**
 * Why a request looks like a robot's: the first reason. It is never refused or dropped because of it, since losing a
 * patient is worse than reading a robot's message. Many requests from one address are no signal: thousands of people share
 * the address of their carrier.
 */
export function suspicionOf({ honeypot, message, phone, addresses }: SpamSignals): Suspicion | null {
  if (honeypot !== '') return 'honeypot'
  if (linksIn(message ?? '') >= MANY_LINKS) return 'links'
  if (addresses >= MANY_ADDRESSES) return 'same_text'
  return phone.replace(/\D/g, '').length > MAX_DIGITS ? 'long_number' : null
}

/** The text by which messages are compared, or undefined when it is so short that it may be equal by chance. */
export function comparableText(message: string): string | undefined {
  const text = normalized(message, 'NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return [...text].length < MIN_COMPARED_CHARACTERS ? undefined : text
}

function linksIn(message: string): number {
  return message.match(/(?:https?:\/\/(?:www\.)?|\bwww\.)[^\s/]/gi)?.length ?? 0
}
