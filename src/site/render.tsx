import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import type { Content } from '../content/content.ts'
import { bannerStyles } from './carousel/banners.ts'
import { colourStyles } from './colour-styles.ts'
import { type Assets, Document } from './document.tsx'
import { titleOf } from './head/page-tags.tsx'
import { FormRetryPage, type RefusedForm } from './pages/form-retry.tsx'
import { FurtherPage } from './pages/further-page.tsx'
import { HomePage } from './pages/home.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { RefusalPage, refusalHeading } from './pages/refusal.tsx'
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
    'thank-you.html': page({ page: thankYou.title }, <ThankYouPage content={content} />),
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
export function renderFormPage(form: RefusedForm, content: Content, assets: Assets): string {
  const { texts } = content
  return form.status === 422
    ? documentOf(content, { page: texts.forms.check, assets }, <FormRetryPage content={content} {...form} />)
    : documentOf(
        content,
        { page: refusalHeading(form.status, texts), assets },
        <RefusalPage content={content} {...form} />,
      )
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
