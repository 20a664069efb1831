import type { Content } from '../../content/content.ts'
import { TelephoneLink, TextPage } from './layout.tsx'
import { LinkedText } from './linked-text.tsx'

/** The page for every address that the site does not have. */
export function NotFoundPage({ content }: { content: Content }) {
  const { heading, text, instead, home } = content.texts.notFound
  return (
    <TextPage content={content} heading={heading}>
      <p>{text}</p>
      <p>
        <LinkedText
          text={instead}
          elements={{
            home: <a href={content.path}>{home}</a>,
            telephone: <TelephoneLink department={content.department} />,
          }}
        />
      </p>
    </TextPage>
  )
}
