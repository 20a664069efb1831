/*
 * Waits until the server of the environment is a version, and its store accepts requests. Exit code 1 when it is not in
 * time:  node deploy/ready.mjs VERSION SECONDS
 */
import { setTimeout as delay } from 'node:timers/promises'

const [version, seconds] = process.argv.slice(2)
const { HOST, PORT } = process.env
const site = `http://${HOST?.includes(':') ? `[${HOST}]` : HOST || '127.0.0.1'}:${PORT || 3000}`
const end = Date.now() + Number(seconds) * 1_000

while (!(await isReady().catch(() => false))) {
  if (Date.now() > end) process.exit(1)
  await delay(250)
}

async function isReady() {
  const ready = await fetch(`${site}/readyz`)
  const description = await fetch(`${site}/api/openapi.json`)
  return ready.ok && (await description.json()).info.version === version
}
