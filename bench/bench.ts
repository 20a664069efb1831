/**
 * Every promised figure beside its floor, except those of a large store.
 *
 *   npm run bench            all of them, with a drawing in `docs/pictures`
 *   npm run bench -- PART…   only these; `main-thread` only so: whether its bounds hold five times of five
 */
import { parseArgs } from 'node:util'
import { forgetProductVariables } from '../scripts/product-environment.ts'
import { measureAccepting } from './accepting/accepting.ts'
import { measureDesk } from './desk/desk.ts'
import type { Finding } from './finding.ts'
import { measureMainThreadRuns, measurePage } from './page/measure-page.ts'
import { print, report } from './report.ts'
import { measureServing } from './serving/serving.ts'

const PARTS = { page: measurePage, accepting: measureAccepting, serving: measureServing, desk: measureDesk }
const BY_NAME_ONLY = { 'main-thread': measureMainThreadRuns }

forgetProductVariables()
const { positionals } = parseArgs({ allowPositionals: true })
const findings: Finding[] = []
for (const [name, measure] of Object.entries({ ...PARTS, ...BY_NAME_ONLY })) {
  const isAsked = positionals.length === 0 ? name in PARTS : positionals.includes(name)
  if (isAsked) findings.push(...(await measure()))
}
if (positionals.length === 0) report('bench', findings)
else print(findings)
