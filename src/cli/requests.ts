import { REQUESTS } from './command-line.ts'
import { runProgram } from './program.ts'

await runProgram(REQUESTS, process.argv.slice(2), process)
