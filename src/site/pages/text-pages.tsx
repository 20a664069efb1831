import { Fragment } from 'react'
import type { Content, FurtherPage as Page } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { LinkedText } from '../linked-text.tsx'
import { TelephoneLink, TextPage } from './layout.tsx'

/** The privacy notice in force, with its version. */
export function PrivacyPage({ content }: { content: Content }) {
  const { department, facts, texts } = content
  const elements = {
    ...facts,
    telephone: <TelephoneLink department={department} />,
    email: <a href={`mailto:${department.email}`}>{department.email}</a>,
    privacyEmail: <a href={`mailto:${department.privacyEmail}`}>{department.privacyEmail}</a>,
  }
  return (
    <TextPage content={content} page="privacy" heading={texts.privacy.heading}>
      {texts.privacy.sections.map(({ title, text }) => (
        <Fragment key={title}>
          <h2>{title}</h2>
          <p>
            <LinkedText text={text} elements={elements} />
          </p>
        </Fragment>
      ))}
      <p>{fill(texts.privacy.version, facts)}</p>
      <BackToProcedures content={content} />
    </TextPage>
  )
}

/** A further page of text, such as an imprint. */
export function FurtherPage({ content, page }: { content: Content; page: Page }) {
  return (
    <TextPage content={content} page={page.name} heading={page.title}>
      {page.sections.map(({ heading, paragraphs, links }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position
        <Fragment key={at}>
          {heading && <h2>{heading}</h2>}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph, content.facts)}</p>
          ))}
          {links.map((link) => (
            <p key={link.address}>
              <a href={link.address}>{link.text}</a>
            </p>
          ))}
        </Fragment>
      ))}
      <BackToProcedures content={content} />
    </TextPage>
  )
}

/** The page for every address that the site does not have. */
export function NotFoundPage({ content }: { content: Content }) {
  const { heading, text, instead, home } = content.texts.notFound
  const elements = {
    home: <a href={content.path}>{home}</a>,
    telephone: <TelephoneLink department={content.department} />,
  }
  return (
    <TextPage content={content} heading={heading}>
      <p>{text}</p>
      <p>
        <LinkedText text={instead} elements={elements} />
      </p>
    </TextPage>
  )
}

export function BackToProcedures({ content: { path, texts } }: { content: Content }) {
  return (
    <p>
      <a href={path}>{texts.backToProcedures}</a>
    </p>
  )
}
