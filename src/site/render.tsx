import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import '../ui/typeface.css'
import '../ui/tokens.css'
import '../ui/base.css'
import type { DepartmentFacts } from '../callback-request/department-facts.ts'
import { bannerStyles } from './carousel/banners.ts'
import { department, notice, pageDescription } from './content.ts'
import { type Assets, Document, titleOf } from './document.tsx'
import { FormRetryPage, type RefusedForm } from './pages/form-retry.tsx'
import { HomePage } from './pages/home.tsx'
import { NotFoundPage } from './pages/not-found.tsx'
import { PrivacyPage } from './pages/privacy.tsx'
import { RefusalPage, refusalOf } from './pages/refusal.tsx'
import { ThankYouPage } from './pages/thank-you.tsx'

/** The styles that the renderer's stylesheet does not contain: they are made from the content. */
export { bannerStyles }

/** The version of the privacy notice that the pages show. */
export const noticeVersion = notice.version

/** What the department's mails say about it. */
export const departmentFacts: DepartmentFacts = department

/** The pages that are rendered once, at build time, by file name. */
export function renderPages(assets: Assets): Record<string, string> {
  return {
    'index.html': documentOf({ description: pageDescription, assets, interactive: true }, <HomePage />),
    'thank-you.html': documentOf({ page: 'Thank you', assets }, <ThankYouPage />),
    'privacy.html': documentOf({ page: 'Privacy notice', assets }, <PrivacyPage />),
    '404.html': documentOf({ page: 'Page not found', assets }, <NotFoundPage />),
  }
}

/** The page that answers a refused HTML form post. */
export function renderFormPage(form: RefusedForm, assets: Assets): string {
  return form.status === 422
    ? documentOf({ page: 'Please check the form', assets }, <FormRetryPage {...form} />)
    : documentOf({ page: refusalOf(form.status).heading, assets }, <RefusalPage {...form} />)
}

function documentOf(
  { page, ...head }: { page?: string; description?: string; assets: Assets; interactive?: true },
  body: ReactNode,
): string {
  const html = renderToString(
    <Document {...head} title={titleOf(page)}>
      {body}
    </Document>,
  )
  return `<!doctype html>${html}`
}
