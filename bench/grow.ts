/** `npm run bench:grow`: what a million stored requests cost on both databases. */
import { measureGrowing } from './growing/growing.ts'
import { report } from './report.ts'

report('bench:grow', await measureGrowing())
