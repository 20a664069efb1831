import { ANYTIME } from '../../callback-request/time-slots.ts'
import type { FormTexts } from '../../content/content.ts'
import { useNow } from '../../ui/use-now.ts'
import { LinkedText } from '../linked-text.tsx'
import { windowText } from './call-window.ts'
import type { PromisedRequest } from './visit.ts'

/** "We will call 98765 43210 today, 2:00 pm to 4:00 pm.", as of now. */
export function CallPromise({ request, texts }: { request: PromisedRequest; texts: FormTexts }) {
  const now = useNow()
  const { phone, timeSlot, from, until } = request
  const elements = {
    phone: <strong dir="ltr">{inGroups(phone)}</strong>,
    window: <strong>{windowText({ from: new Date(from), until: new Date(until) }, now, texts)}</strong>,
  }
  return <LinkedText text={timeSlot === ANYTIME ? texts.promiseAnytime : texts.promise} elements={elements} />
}

/** Ten digits as five and five, any other number as it was typed. */
const inGroups = (phone: string) => phone.replace(/^(\d{5})(\d{5})$/, '$1 $2')
