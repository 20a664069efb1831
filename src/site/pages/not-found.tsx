import { department } from '../content.ts'
import { TextPage } from './layout.tsx'

/** Said of every address the site does not have. */
export function NotFoundPage() {
  return (
    <TextPage heading="This page is not here">
      <p>The address may have been mistyped, or the page has moved.</p>
      <p>
        <a href="/">Go to the department’s page</a>, or call us on{' '}
        <a href={`tel:${department.telephone.dialled}`}>{department.telephone.shown}</a>.
      </p>
    </TextPage>
  )
}
