import { Fragment } from 'react'
import type { Content } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { TextPage } from './layout.tsx'

/** The privacy notice in force, with its version. */
export function PrivacyPage({ content }: { content: Content }) {
  const { facts, path, texts } = content
  return (
    <TextPage content={content} page="privacy" heading={texts.privacy.heading}>
      {texts.privacy.sections.map((section) => (
        <Fragment key={section.title}>
          <h2>{section.title}</h2>
          <p>{fill(section.text, facts)}</p>
        </Fragment>
      ))}
      <p>{fill(texts.privacy.version, facts)}</p>
      <p>
        <a href={path}>{texts.backToProcedures}</a>
      </p>
    </TextPage>
  )
}
