/**
 * What a million stored requests cost on both databases.
 *
 *   npm run bench:grow                      the promised figures, with a drawing in `docs/pictures`
 *   npm run bench:grow -- --requests 20000  the same with fewer requests, to see that it works
 */
import { parseArgs } from 'node:util'
import { forgetProductVariables } from '../scripts/product-environment.ts'
import { measureGrowing } from './growing/growing.ts'
import { print, report } from './report.ts'

forgetProductVariables()
const { values } = parseArgs({ options: { requests: { type: 'string' } } })
if (values.requests) print(await measureGrowing({ requests: Number(values.requests), rounds: 1 }))
else report('bench:grow', await measureGrowing())
