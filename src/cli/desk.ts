import { DESK } from './desk-command-line.ts'
import { runProgram } from './program.ts'

await runProgram(DESK, process.argv.slice(2), process)
