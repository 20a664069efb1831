/** `npm run bench`: every promised figure beside its floor, except those of a large store. */
import { forgetProductVariables } from '../scripts/product-environment.ts'
import { measureAccepting } from './accepting/accepting.ts'
import { measureDesk } from './desk/desk.ts'
import { measurePage } from './page/measure-page.ts'
import { report } from './report.ts'
import { measureServing } from './serving/serving.ts'

forgetProductVariables()
const parts = [await measurePage(), await measureAccepting(), await measureServing(), await measureDesk()]
report('bench', parts.flat())
