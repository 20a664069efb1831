import { defineConfig } from '@playwright/test'
import { forgetProductVariables } from '../../scripts/product-environment.ts'
import { OLD_CHROMIUMS } from './puppeteer.ts'
import { ENGINES, type VisitOptions, WINDOWS } from './visit.ts'

forgetProductVariables()

/** Each browser, on a phone's page and on a computer's. The desk needs a browser of its staff's choice, and no old one. */
export default defineConfig<object, VisitOptions>({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  forbidOnly: true,
  // The journeys mostly wait for the page; with more of them at once, a small machine would be late.
  workers: 4,
  timeout: 90_000,
  projects: ENGINES.flatMap((engine) =>
    Object.entries(WINDOWS).map(([on, { width }]) => ({
      name: `${engine.name}, ${width} px`,
      testIgnore: OLD_CHROMIUMS.includes(engine) ? 'desk.spec.ts' : [],
      use: { engine, on: on as VisitOptions['on'] },
    })),
  ),
})
