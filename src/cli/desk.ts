import { DESK } from './desk-command-line.ts'
import { runProgram } from './program.ts'

await runProgram(DESK)
