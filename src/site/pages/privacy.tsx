import { Fragment } from 'react'
import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { TelephoneLink, TextPage } from './layout.tsx'
import { LinkedText } from './linked-text.tsx'

/** The privacy notice in force, with its version. */
export function PrivacyPage({ content }: { content: Content }) {
  const { department, facts, path, texts } = content
  const elements = {
    ...facts,
    telephone: <TelephoneLink department={department} />,
    email: <a href={`mailto:${department.email}`}>{department.email}</a>,
    privacyEmail: <a href={`mailto:${department.privacyEmail}`}>{department.privacyEmail}</a>,
  }
  return (
    <TextPage content={content} page="privacy" heading={texts.privacy.heading}>
      {texts.privacy.sections.map((section) => (
        <Fragment key={section.title}>
          <h2>{section.title}</h2>
          <p>
            <LinkedText text={section.text} elements={elements} />
          </p>
        </Fragment>
      ))}
      <p>{fill(texts.privacy.version, facts)}</p>
      <p>
        <a href={path}>{texts.backToProcedures}</a>
      </p>
    </TextPage>
  )
}
