import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { ActionLink } from '../../ui/button.tsx'
import { Island } from '../islands/table.tsx'
import { LinkedText } from '../linked-text.tsx'
import { pictureIn, THANK_YOU_WIDTHS } from '../picture-files.ts'
import { TextPage } from './layout.tsx'
import { BackToProcedures } from './text-pages.tsx'

const PICTURE = pictureIn('thank_you', THANK_YOU_WIDTHS)

/** What happens next. It says nothing that would be wrong for a visitor who has not sent a form. */
export function ThankYouPage({ content }: { content: Content }) {
  const { facts, texts } = content
  const { telephone } = content.department
  const { whenHeading, when, caller, readyHeading, ready, changed } = texts.thankYou
  return (
    <TextPage content={content} page="thank-you" heading={<Island name="thanks" content={content} />}>
      <picture>
        <source type="image/avif" srcSet={PICTURE.srcSet} sizes="min(46rem, 92vw)" />
        <img src={PICTURE.plain} width="1600" height="600" alt="" />
      </picture>
      <h2>{whenHeading}</h2>
      <p>{fill(when, facts)}</p>
      <p>{facts.callingHours}</p>
      <p>{fill(caller, facts)}</p>
      <h2>{readyHeading}</h2>
      <ul>
        {ready.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p>
        <LinkedText
          text={changed}
          elements={{
            telephone: (
              <ActionLink look="outlined" href={`tel:${telephone.dialled}`}>
                {telephone.shown}
              </ActionLink>
            ),
          }}
        />
      </p>
      <BackToProcedures content={content} />
    </TextPage>
  )
}
