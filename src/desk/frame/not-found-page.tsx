import { Link } from '@tanstack/react-router'
import { PlainPage } from '../parts/page.tsx'

export function NotFoundPage() {
  return (
    <PlainPage title="Page not found">
      <p>There is no page at this address. It may have been typed or copied incompletely.</p>
      <p>
        <Link to="/">Go to the callback desk</Link>
      </p>
    </PlainPage>
  )
}
