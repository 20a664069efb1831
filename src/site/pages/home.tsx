import type { Content } from '../../content/content.ts'
import { Island } from '../islands/table.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Fact, SiteFooter, SiteHeader } from './layout.tsx'
import { Team } from './team.tsx'

/** The whole site on one page: banner, procedures, how it works, and the two forms. */
export function HomePage({ content }: { content: Content }) {
  return (
    <>
      <SiteHeader
        content={content}
        contactHref="#contact"
        name={
          <h1>
            <Fact content={content} of="name" />
          </h1>
        }
      />
      <main>
        <Island name="hero" content={content} />
        <Island name="procedures" content={content} />
        <HowItWorks content={content} />
        <Team content={content} />
        <Island name="modal" content={content} />
      </main>
      <SiteFooter content={content} />
      <Island name="bar" content={content} />
    </>
  )
}
