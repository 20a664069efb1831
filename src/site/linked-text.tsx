import { Fragment, type ReactNode } from 'react'
import { partsOf } from '../content/fill.ts'

/** A text whose placeholders are elements, such as a link. A placeholder without an element stays as it is. */
export function LinkedText({ text, elements }: { text: string; elements: Readonly<Record<string, ReactNode>> }) {
  return partsOf(text).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its position
    <Fragment key={at}>{at % 2 === 0 ? part : (elements[part] ?? `{${part}}`)}</Fragment>
  ))
}
