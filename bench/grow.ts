/** `npm run bench:grow`: what a million stored requests cost on both databases. */
import { forgetProductVariables } from '../scripts/product-environment.ts'
import { measureGrowing } from './growing/growing.ts'
import { report } from './report.ts'

forgetProductVariables()
report('bench:grow', await measureGrowing())
