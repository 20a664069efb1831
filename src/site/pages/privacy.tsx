import { Fragment } from 'react'
import { notice } from '../content.ts'
import { TextPage } from './layout.tsx'

/** The privacy notice in force, with its version. */
export function PrivacyPage() {
  return (
    <TextPage heading="Privacy notice">
      {notice.sections.map((section) => (
        <Fragment key={section.title}>
          <h2>{section.title}</h2>
          <p>{section.text}</p>
        </Fragment>
      ))}
      <p>Version of this notice: {notice.version}</p>
      <p>
        <a href="/">Back to the procedures</a>
      </p>
    </TextPage>
  )
}
