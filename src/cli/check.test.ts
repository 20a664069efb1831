import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { startServer } from '../../tests/support/server-process.ts'
import { startPublicListener } from '../../tests/support/start-public-listener.ts'
import { serverProblems } from './check.ts'
import { REQUESTS } from './requests.ts'

const FINE = { stdout: 'No problem was found.\n', stderr: '', exitCode: 0 }

const check = (environment: Record<string, string>, ...args: string[]) =>
  runHere(REQUESTS, ['check', ...args], environment)

test('The check finds the server where the environment says, and reports it when it is stopped', async () => {
  const { address, dataDirectory: DATA_DIR, child, exited } = await startServer({ HOST: '::' })
  const { port: PORT } = address
  expect(await check({ DATA_DIR, HOST: '::', PORT })).toEqual(FINE)
  expect(await check({ DATA_DIR, HOST: '0.0.0.0', PORT })).toEqual(FINE)
  child.kill('SIGTERM')
  await exited
  const refused = (host: string) => ({
    stdout: `The server at http://${host}:${PORT} does not answer: ECONNREFUSED.\n`,
    stderr: '',
    exitCode: 1,
  })
  expect(await check({ DATA_DIR, HOST: '0.0.0.0', PORT })).toEqual(refused('127.0.0.1'))
  expect(await check({ DATA_DIR, PORT }, '--server', 'none')).toEqual(FINE)
  expect(await check({ DATA_DIR, PORT: '0' })).toEqual(FINE)
  const elsewhere = `http://127.0.0.2:${PORT}`
  expect(await check({ DATA_DIR: '/nowhere' }, '--server', elsewhere)).toEqual(refused('127.0.0.2'))
})

test('A server that says nothing does not answer; one whose store is refused is told from it', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { origin } = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  expect(await serverProblems(new URL(origin), 300)).toEqual([
    `The server at ${origin} does not answer: nothing within 0.3 s.`,
  ])
  const { app, refuseWrites } = await startPublicListener()
  await refuseWrites()
  const address = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  expect(await serverProblems(address)).toEqual([
    `The server at ${address.origin} answers, but its store accepts no requests: HTTP 503.`,
  ])
})
