import { TelephoneLink, TextPage } from './layout.tsx'

/** The page for every address that the site does not have. */
export function NotFoundPage() {
  return (
    <TextPage heading="Page not found">
      <p>The address may have been mistyped, or the page may have moved.</p>
      <p>
        <a href="/">Go to the home page</a>, or call us on <TelephoneLink />.
      </p>
    </TextPage>
  )
}
