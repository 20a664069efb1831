import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import type { Content } from '../content/content.ts'
import { bannerStyles } from './carousel/banners.ts'
import { colourStyles } from './colour-styles.ts'
import { type Assets, Document, titleOf } from './document.tsx'
import { FormRetryPage, type RefusedForm } from './pages/form-retry.tsx'
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
  const page = (title: string | undefined, body: ReactNode) => documentOf(content, { page: title, assets }, body)
  return {
    'index.html': documentOf(content, { description, assets, interactive: true }, <HomePage content={content} />),
    'thank-you.html': page(thankYou.title, <ThankYouPage content={content} />),
    'privacy.html': page(privacy.heading, <PrivacyPage content={content} />),
    '404.html': page(notFound.heading, <NotFoundPage content={content} />),
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

function documentOf(
  content: Content,
  { page, ...head }: { page?: string | undefined; description?: string; assets: Assets; interactive?: true },
  body: ReactNode,
): string {
  const html = renderToString(
    <Document {...head} content={content} title={titleOf(content, page)}>
      {body}
    </Document>,
  )
  return `<!doctype html>${html}`
}
