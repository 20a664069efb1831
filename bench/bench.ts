/** `npm run bench`: every promised figure beside its floor, except those of a large store. */
import { measureAccepting } from './accepting/accepting.ts'
import { measureDesk } from './desk/desk.ts'
import { measurePage } from './page/measure-page.ts'
import { report } from './report.ts'
import { measureServing } from './serving/serving.ts'

const parts = [await measurePage(), await measureAccepting(), await measureServing(), await measureDesk()]
report('bench', parts.flat())
