/** `npm run bench`: every figure that the product promises but those of a large store, each beside its floor. */
import { measureAccepting } from './accepting/accepting.ts'
import { measurePage } from './page/measure-page.ts'
import { report } from './report.ts'
import { measureServing } from './serving/serving.ts'

report('bench', [...(await measurePage()), ...(await measureAccepting()), ...(await measureServing())])
