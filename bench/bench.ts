/**
 * Every promised figure beside its floor, except those of a large store.
 *
 *   npm run bench            all of them, with a drawing in `docs/pictures`
 *   npm run bench -- PART…   only these
 */
import { parseArgs } from 'node:util'
import { forgetProductVariables } from '../scripts/product-environment.ts'
import { measureAccepting } from './accepting/accepting.ts'
import { measureDesk } from './desk/desk.ts'
import type { Finding } from './finding.ts'
import { measurePage } from './page/measure-page.ts'
import { print, report } from './report.ts'
import { measureServing } from './serving/serving.ts'

const PARTS = { page: measurePage, accepting: measureAccepting, serving: measureServing, desk: measureDesk }

forgetProductVariables()
const { positionals } = parseArgs({ allowPositionals: true })
const findings: Finding[] = []
for (const [name, measure] of Object.entries(PARTS)) {
  if (positionals.length === 0 || positionals.includes(name)) findings.push(...(await measure()))
}
if (positionals.length === 0) report('bench', findings)
else print(findings)
