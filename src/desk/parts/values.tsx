import { Link } from '@tanstack/react-router'
import { type ComponentProps, Fragment } from 'react'
import { dayAndTime } from '../../callback-request/calling/time-words.ts'
import { useMe } from '../session.ts'
import { useClock } from './clock.tsx'

const MINUTES: Intl.DateTimeFormatOptions = {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  hourCycle: 'h12',
}

/** An instant on the department's clock, such as "22 Nov 2026, 3:40 pm". */
export function Instant({ at, to }: { at: string; to: 'minutes' | 'seconds' }) {
  const { time_zone: timeZone } = useMe()
  const second = to === 'seconds' ? '2-digit' : undefined
  const text = new Intl.DateTimeFormat('en-GB', { ...MINUTES, second, timeZone }).format(new Date(at))
  return <time dateTime={at}>{text}</time>
}

/** An instant in words, on the department's clock. */
export function Moment({ at }: { at: string }) {
  const { now, timeZone } = useClock()
  return <time dateTime={at}>{dayAndTime(at, now, timeZone)}</time>
}

/** Who did something before, and what they wrote: such as ", Anna Berg: note". */
export function ByWithNote({ by, note }: { by: string | null; note: string | null }) {
  return (
    <>
      {by !== null && ', '}
      <bdi>{by}</bdi>
      {note !== null && ': '}
      <bdi>{note}</bdi>
    </>
  )
}

/** The English name of a language, such as Hindi; of what is no code, itself. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code
  } catch {
    return code
  }
}

/** The languages with these codes, as options of a select. */
export function languageOptions(codes: readonly string[]): { value: string; text: string }[] {
  return codes.map((code) => ({ value: code, text: languageName(code) }))
}

interface PersonLinkProps extends Pick<ComponentProps<'a'>, 'ref' | 'onClick'> {
  reference: string
  name: string
  target?: '_blank'
}

/** A person's name, which leads to their page. */
export function PersonLink({ reference, name, ...link }: PersonLinkProps) {
  return (
    <Link to="/requests/$reference" params={{ reference }} rel="noopener" {...link}>
      <bdi>{name}</bdi>
      {link.target && ' (new tab)'}
    </Link>
  )
}

/** In which language to speak with somebody, where that is not English. */
export function LanguageBadge({ code }: { code: string | null }) {
  if (code === null || code === 'en') return null
  return <span className="badge">{languageName(code)}</span>
}

/** An e-mail address that breaks between its parts where it is too long for a line. */
export function Email({ address }: { address: string }) {
  return (
    <bdi>
      {address.split(/(?=[@.])/).map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  )
}

/** An e-mail address as a link that begins a mail to it. */
export function EmailLink({ address }: { address: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`}>
      <Email address={address} />
    </a>
  )
}
