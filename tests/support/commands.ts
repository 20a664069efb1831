import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Program, runProgram, type Surroundings } from '../../src/cli/program.ts'

/** Runs a program's command in this process: one of its own takes longer to start than most commands to run. */
export function runHere(program: Program, args: string[], environment: Record<string, string>) {
  return outputOf(environment, (surroundings) => runProgram(program, args, surroundings))
}

/** What a command writes, and its exit code, as a process of its own would have them. */
export async function outputOf(
  environment: Record<string, string>,
  command: (surroundings: Surroundings) => Promise<void>,
) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const surroundings: Surroundings = {
    env: { HOST: '127.0.0.1', PORT: '0', ...environment },
    stdout,
    stderr,
    exit(code) {
      surroundings.exitCode = code
    },
  }
  const written = Promise.all([text(stdout), text(stderr)])
  await command(surroundings)
  stdout.end()
  stderr.end()
  const [output, errors] = await written
  return { stdout: output, stderr: errors, exitCode: surroundings.exitCode }
}
