import { DEMO_USAGE, demoOf } from './demo/demo-command.ts'
import { runCommand } from './program.ts'

await runCommand(demoOf(process.argv.slice(2)), DEMO_USAGE, process)
