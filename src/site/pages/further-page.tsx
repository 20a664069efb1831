import { Fragment } from 'react'
import type { Content, FurtherPage as Page } from '../../content/content.ts'
import { fill } from '../../content/fill.ts'
import { TextPage } from './layout.tsx'

/** A further page of text, such as an imprint. */
export function FurtherPage({ content, page }: { content: Content; page: Page }) {
  const { facts, path, texts } = content
  return (
    <TextPage content={content} page={page.name} heading={page.title}>
      {page.sections.map(({ heading, paragraphs, links }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a section is its position
        <Fragment key={at}>
          {heading && <h2>{heading}</h2>}
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{fill(paragraph, facts)}</p>
          ))}
          {links.map((link) => (
            <p key={link.address}>
              <a href={link.address}>{link.text}</a>
            </p>
          ))}
        </Fragment>
      ))}
      <p>
        <a href={path}>{texts.backToProcedures}</a>
      </p>
    </TextPage>
  )
}
