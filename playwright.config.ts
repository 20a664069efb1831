import { defineConfig } from '@playwright/test'
import { forgetProductVariables } from './scripts/product-environment.ts'
import { CHROMIUM_ARGS, findChromium } from './tests/support/page/chromium.ts'

forgetProductVariables()
const { executablePath, env } = await findChromium()

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.spec.ts',
  // A whole working day at the desk.
  ...(process.env.SOAK ? {} : { grepInvert: /@soak/ }),
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  forbidOnly: true,
  workers: 5, // each journey waits half of its time
  // Of a whole journey, however busy the machine: what it expects must come within the ten seconds.
  timeout: process.env.SOAK ? 600_000 : 120_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: {
      executablePath,
      env: { ...(process.env as Record<string, string>), ...env },
      // Of a department whose staff have https.
      args: [...CHROMIUM_ARGS, '--host-resolver-rules=MAP desk.clinic.example 127.0.0.1'],
    },
  },
})
