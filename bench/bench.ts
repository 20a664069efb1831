/** `npm run bench`: every promised figure beside its floor, except those of a large store. */
import { measureAccepting } from './accepting/accepting.ts'
import { measurePage } from './page/measure-page.ts'
import { report } from './report.ts'
import { measureServing } from './serving/serving.ts'

report('bench', [...(await measurePage()), ...(await measureAccepting()), ...(await measureServing())])
