import { thankYou } from '../content.ts'
import { TelephoneLink, TextPage } from './layout.tsx'

/** What happens next. It says nothing that would be wrong for a visitor who has not sent a form. */
export function ThankYouPage() {
  return (
    <TextPage heading={thankYou.heading}>
      <picture>
        <source
          type="image/avif"
          srcSet="/pictures/thank_you-800.avif 800w, /pictures/thank_you-1600.avif 1600w"
          sizes="min(46rem, 92vw)"
        />
        <img src="/pictures/thank_you-800.jpg" width="1600" height="600" alt="" />
      </picture>
      <h2>When we will call</h2>
      <p>{thankYou.when}</p>
      <p>{thankYou.caller}</p>
      <h2>What to have ready</h2>
      <ul>
        {thankYou.ready.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        Has something changed? Call us on <TelephoneLink />.
      </p>
      <p>
        <a href="/">Back to the procedures</a>
      </p>
    </TextPage>
  )
}
