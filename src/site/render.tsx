import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import './type.css'
import './print.css'
import type { RefusedPost } from '../callback-request/rules.ts'
import type { Content } from '../content/content.ts'
import { bannerStyles } from './carousel/banners.ts'
import { colourStyles } from './colour-styles.ts'
import { type Assets, Document } from './document.tsx'
import { titleOf } from './head/page-tags.tsx'
import { HomePage } from './pages/home.tsx'
import { RefusedFormPage, refusalTitle } from './pages/refused-form.tsx'
import { FurtherPage, NotFoundPage, PrivacyPage } from './pages/text-pages.tsx'
import { ThankYouPage } from './pages/thank-you.tsx'

/** The styles that the renderer's stylesheet does not contain, because they are made from the content. */
export function contentStyles({ department, slides }: Content): string {
  return colourStyles(department.colours) + bannerStyles(slides)
}

/** The pages of a language that are rendered once, at build time, by file name. */
export function renderPages(content: Content, assets: Assets): Record<string, string> {
  const { description, thankYou, privacy, notFound } = content.texts
  const page = (head: Head, body: ReactNode) => documentOf(content, { ...head, assets }, body)
  return {
    'index.html': page({ description, indexed: '', interactive: true }, <HomePage content={content} />),
    'thank-you.html': page({ page: thankYou.title, interactive: true }, <ThankYouPage content={content} />),
    'privacy.html': page(
      {
        page: privacy.heading,
        description: privacy.sections.map(({ title }) => title).join(' · '),
        indexed: 'privacy',
      },
      <PrivacyPage content={content} />,
    ),
    '404.html': page({ page: notFound.heading }, <NotFoundPage content={content} />),
    ...Object.fromEntries(
      content.furtherPages.map((further) => [
        `${further.name}.html`,
        page({ page: further.title, indexed: further.name }, <FurtherPage content={content} page={further} />),
      ]),
    ),
  }
}

/** The page that answers a refused HTML form post. */
export function renderFormPage(form: RefusedPost, content: Content, assets: Assets): string {
  const page = refusalTitle(form.status, content.texts)
  return documentOf(content, { page, assets }, <RefusedFormPage content={content} {...form} />)
}

interface Head {
  /** What the page is; undefined for the home page. */
  page?: string
  description?: string
  indexed?: string
  interactive?: true
}

function documentOf(content: Content, { page, ...head }: Head & { assets: Assets }, body: ReactNode): string {
  const html = renderToString(
    <Document {...head} content={content} title={titleOf(content, page)}>
      {body}
    </Document>,
  )
  return `<!doctype html>${html}`
}
