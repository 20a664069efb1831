import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Finding } from '../finding.ts'
import { argumentsOf, residentMbOf } from '../program.ts'
import { growthOverLastHalf } from '../statistics.ts'

/** The time between two measurements of memory. */
const SAMPLE_MS = 100

/** Measures how the memory of the export command grows while it exports a whole store. */
export async function measureExportMemory(environment: Record<string, string>): Promise<Finding[]> {
  const samples: number[] = []
  const command = spawn(process.execPath, [...argumentsOf('requests'), 'export', '--format', 'json'], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const exited = once(command, 'exit')
  const timer = setInterval(async () => {
    const residentMb = await residentMbOf(Number(command.pid)).catch(() => undefined)
    if (residentMb) samples.push(residentMb)
  }, SAMPLE_MS)
  const [exitCode] = await exited
  clearInterval(timer)
  if (exitCode !== 0) throw new Error(`The export ended with ${exitCode}.`)
  return [
    {
      part: 'Growing',
      what: 'Growth of memory over the last half of a whole export',
      value: growthOverLastHalf(samples),
      unit: 'MB',
      standards: [{ at: 'most', value: 10 }],
    },
  ]
}
