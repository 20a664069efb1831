import { Fragment } from 'react'

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
