import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeStore } from './store-suite.ts'

describeStore('SQLite', temporaryDirectory)
