import { expect, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { openStaffStore } from '../../tests/support/staff-store.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { accept, invited } from '../server/storage/sign-ins.ts'
import { DESK } from './desk.ts'

const DESK_URL = 'https://desk.clinic.example'
const LINK = /^https:\/\/desk\.clinic\.example\/invitation#([\w-]{43})\n$/
const OIDC = {
  DESK_OIDC_ISSUER: 'https://sign-in.hospital.example',
  DESK_OIDC_CLIENT_ID: 'callback-desk',
  DESK_OIDC_COORDINATOR_VALUE: 'desk-coordinators',
  DESK_OIDC_MANAGER_VALUE: 'desk-managers',
}
const MEERA = 'meera@clinic.example'
const NINA = 'nina@clinic.example'

/** A new store, and the command on it. */
async function newStore() {
  const DATA_DIR = await temporaryDirectory()
  const { clock, ...store } = await openStaffStore(DATA_DIR)
  clock.now = new Date()
  const desk = (line: string, environment: Record<string, string> = { DESK_URL }) =>
    runHere(DESK, line.split(' '), { DATA_DIR, ...environment })
  const said = async (line: string, environment?: Record<string, string>) => {
    const { stdout, stderr, exitCode } = await desk(line, environment)
    expect({ stderr, exitCode }, line).toEqual({ stderr: '', exitCode: 0 })
    return stdout
  }
  const invitation = (link: string) => invited(store.database, store.act().at, LINK.exec(link)?.[1] ?? '')
  return { ...store, desk, said, invitation }
}

test('Accounts are invited, listed, disabled, enabled, reset and connected; output has only what was asked for', async () => {
  const { database, desk, said, act, invitation, kinds, join } = await newStore()
  const list = async () => (await said('list')).replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'NOW').split('\n')
  const sessions = async () => (await database.selectFrom('staff_sessions').select('staff').execute()).length
  expect(await said('list')).toBe('There are no accounts yet: "invite" creates one.\n')

  const link = await said('invite Meera@Clinic.example --role manager')
  expect(await invitation(link)).toMatchObject({ kind: 'invite', email: MEERA, name: 'Meera', role: 'manager' })
  const accepted = { name: 'Meera Invented', passwordHash: 'a hash' }
  await accept(act(), LINK.exec(link)?.[1] ?? '', accepted)
  await said(`invite ${NINA} --role coordinator --name Nina`)
  expect(await list()).toEqual([
    'Name            E-mail                Role         State    Second factor  Last seen (UTC)',
    'Meera Invented  meera@clinic.example  manager      enabled  no             NOW',
    'Nina            nina@clinic.example   coordinator  invited  no             never',
    '',
  ])

  // The link of a disabled account works when it is enabled again, which has no password then.
  expect(await said(`disable ${NINA}`)).toBe(`${NINA} is disabled and signed out.\n`)
  const reset = await desk(`reset ${NINA}`)
  expect(reset).toEqual({
    stdout: expect.stringMatching(LINK),
    stderr: 'The link works when the account is enabled again.\n',
    exitCode: 0,
  })
  expect(await invitation(reset.stdout)).toBeUndefined()
  expect(await said(`enable ${NINA}`)).toBe(`${NINA} is enabled, but has no password: "reset" makes a link.\n`)
  expect(await invitation(reset.stdout)).toMatchObject({ kind: 'reset' })

  await join('ravi')
  expect(await sessions()).toBe(2)
  await said('disable ravi@clinic.example')
  expect(await said('enable ravi@clinic.example')).toBe('ravi@clinic.example is enabled.\n')
  expect(await said('reset MEERA@clinic.example')).toMatch(LINK)
  expect(await sessions()).toBe(0)

  expect(await said(`connect ${MEERA}`, { DESK_URL, ...OIDC })).toBe(
    `${MEERA} now belongs to the hospital's account that signs in next with this e-mail address.\n`,
  )
  expect((await list())[1]).toMatch(/manager +enabled +hospital +NOW$/)
  await said(`reset ${MEERA}`)
  expect((await list())[1]).toMatch(/manager +invited +no +NOW$/)
  const recorded = ['invited', 'disabled', 'enabled', 'reset', 'connected']
  expect(await kinds()).toEqual(expect.arrayContaining(recorded))
})

test('What cannot be done to an account is refused in one line, and changes nothing', async () => {
  const { desk, join, invite, everything } = await newStore()
  await join('meera', 'manager')
  await invite('nina', 'manager')
  const before = await everything()
  for (const [line, message, code = 1] of [
    [`disable ${MEERA}`, 'This is the last enabled manager: '],
    ['disable nobody@clinic.example', 'There is no account with this e-mail address: '],
    ['connect nobody@clinic.example', 'There is no account with this e-mail address: '],
    [`invite ${MEERA} --role coordinator`, 'This account exists already: '],
    ['invite clinic.example --role manager', 'EMAIL: This is not a valid e-mail address.', 2],
    ['invite new@clinic.example --role boss', '--role (coordinator or manager): Please choose', 2],
    ['invite new@clinic.example --role manager --name=', '--name: Please enter a name.', 2],
  ] as const) {
    const { stdout, stderr, exitCode } = await desk(line, { DESK_URL, ...OIDC })
    expect({ stdout, exitCode }, line).toEqual({ stdout: '', exitCode: code })
    expect(stderr.startsWith(message), stderr).toBe(true)
    expect(stderr).toMatch(/^[^\n]+\n$/)
  }
  const stderr = 'Set DESK_OIDC_ISSUER and what belongs to it, as the server has them.\n'
  expect(await desk(`connect ${MEERA}`)).toEqual({ stdout: '', stderr, exitCode: 1 })
  expect(await everything()).toEqual(before)
})

test('Links begin with the address of the desk', async () => {
  const { said, join } = await newStore()
  await join('meera', 'manager')
  for (const [environment, origin] of [
    [{ DESK_PORT: '3001' }, 'http://127.0.0.1:3001'],
    [{ DESK_PORT: '3001', DESK_HOST: '::1' }, 'http://[::1]:3001'],
    [{ DESK_PORT: '3001', HOST: '127.0.0.2' }, 'http://127.0.0.2:3001'],
    [{ DESK_URL }, DESK_URL],
  ] as [Record<string, string>, string][]) {
    expect((await said(`reset ${MEERA}`, environment)).split('/invitation#')[0]).toBe(origin)
  }
})
