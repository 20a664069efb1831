/**
 * Is loaded before the product. After each SIGUSR2 it writes how long the event loop's turns took since the last one, in
 * ms (99th percentile), to the file that `LOOP_TURNS_FILE` names.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.LOOP_TURNS_FILE ?? ''
const turns = monitorEventLoopDelay({ resolution: 1 })
turns.enable()
process.on('SIGUSR2', () => {
  writeFileSync(`${file}.new`, String(turns.percentile(99) / 1e6))
  turns.reset()
  renameSync(`${file}.new`, file)
})
