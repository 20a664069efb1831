/**
 * The name of a field that people never see, and that a robot which fills in whatever it finds fills in too. It is in
 * no list of names that browsers fill in by themselves.
 */
export const HONEYPOT_FIELD = 'subject'

/** One link, or two, a patient may well send: to a picture, to a doctor's letter. */
const MANY_LINKS = 3

/** A shorter text may be the same by chance: "Please call me in the evening after six" has 39 characters. */
const CHANCE_CHARACTERS = 40

/** A family, or a forwarded invitation, may send one text from a few addresses. */
const MANY_ADDRESSES = 5

/** What a request shows of who may have sent it. */
export interface SpamSignals {
  /** What came in the decoy field; empty for people, and for calls by the page's script. */
  decoy: string
  message: string | null
  /** From how many client addresses the same message has come lately, this time included. */
  addresses: number
}

/**
 * Whether a request looks like a robot's. That is a mark for whoever reads it, and no more: a request is never refused,
 * dropped or delayed for it, since a patient lost is worse than a robot read.
 *
 * What numbers look like, and how many requests come from one address, says nothing: telephones have odd numbers, and
 * thousands of people share the address of their carrier.
 */
export function hasSpamSignals({ decoy, message, addresses }: SpamSignals): boolean {
  return decoy !== '' || linksIn(message ?? '') >= MANY_LINKS || addresses >= MANY_ADDRESSES
}

/** What of a message is compared with others, or undefined when it is so short that people may agree on it by chance. */
export function comparableText(message: string): string | undefined {
  const text = message.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
  return [...text].length < CHANCE_CHARACTERS ? undefined : text
}

function linksIn(message: string): number {
  return message.match(/(?:https?:\/\/(?:www\.)?|\bwww\.)[^\s/]/gi)?.length ?? 0
}
