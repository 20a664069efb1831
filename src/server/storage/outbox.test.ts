import { temporaryDirectory } from '../testing/temporary-directory.ts'
import { describeOutbox } from './outbox-suite.ts'

describeOutbox('SQLite', temporaryDirectory)
