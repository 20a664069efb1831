import { describe, expect, onTestFinished, test } from 'vitest'
import { runHere } from '../../tests/support/commands.ts'
import { run, startServer } from '../../tests/support/server-process.ts'
import { temporaryDirectory } from '../../tests/support/temporary-directory.ts'
import { loadConfig } from '../server/config/config.ts'
import { openDatabase } from '../server/storage/database/open-database.ts'
import { SignIns } from '../server/storage/staff/sign-ins.ts'
import { StaffAccounts } from '../server/storage/staff/staff-accounts.ts'
import { DESK } from './desk.ts'
import { commandOf, usageOf } from './program.ts'

const DESK_URL = 'https://desk.clinic.example'
const LINK = /^https:\/\/desk\.clinic\.example\/invitation#([\w-]{43})\n$/
const OIDC = {
  DESK_OIDC_ISSUER: 'https://sign-in.hospital.example',
  DESK_OIDC_CLIENT_ID: 'callback-desk',
  DESK_OIDC_COORDINATOR_VALUE: 'desk-coordinators',
  DESK_OIDC_MANAGER_VALUE: 'desk-managers',
}
const MANAGER = 'meera@clinic.example'
const OTHER = 'nina@clinic.example'

/** The result of a command in this process: one of its own would take longer to start than to run. */
async function resultOf(args: string[], environment: Record<string, string>) {
  const config = loadConfig(environment)
  if (!config.ok) throw new Error(config.problems.join())
  return commandOf(DESK, args)?.(config.value, process.stdout)
}

/** A new store, and the command on it. */
async function newStore() {
  const DATA_DIR = await temporaryDirectory()
  const database = await openDatabase(DATA_DIR)
  onTestFinished(() => database.destroy())
  const now = () => new Date()
  const signIns = new SignIns(database, now)
  const environment: Record<string, string> = { DATA_DIR }
  const desk = (...args: string[]) => runHere(DESK, args, { DESK_URL, ...environment })
  const result = (...args: string[]) => resultOf(args, { DESK_URL, ...environment })
  const accept = (link: string) =>
    signIns.accept(LINK.exec(link)?.[1] ?? '', { name: 'Meera Invented', passwordHash: 'a hash' }, '127.0.0.1')
  /** An enabled manager. */
  const manager = async (email: string) => accept(`${(await result('invite', email, '--role', 'manager'))?.text}\n`)
  const events = () => database.selectFrom('audit_events').select(['kind', 'by', 'client']).orderBy('id').execute()
  const accounts = new StaffAccounts(database, now)
  return { DATA_DIR, database, accounts, signIns, environment, desk, result, accept, manager, events }
}

describe('The desk command', () => {
  test('prints a link for a new account and nothing else, and lists the account', async () => {
    const { desk, signIns, accept, events } = await newStore()
    expect(await desk('list')).toEqual({
      stdout: 'There are no accounts yet: "invite" creates one.\n',
      stderr: '',
      exitCode: 0,
    })
    const invited = await desk('invite', ' Meera@Clinic.example', '--role', 'manager')
    expect(invited).toEqual({ stdout: expect.stringMatching(LINK), stderr: '', exitCode: 0 })
    expect(await signIns.invitation(LINK.exec(invited.stdout)?.[1] ?? '')).toMatchObject({
      kind: 'invite',
      staff: { email: MANAGER, name: 'Meera', role: 'manager' },
    })
    await desk('invite', OTHER, '--role', 'coordinator', '--name', 'Nina Invented')
    await accept(invited.stdout)

    const { stdout, stderr, exitCode } = await desk('list')
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    expect(stdout.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'NOW')).toBe(
      [
        'Name            E-mail                Role         State    Second factor  Last seen (UTC)',
        'Meera Invented  meera@clinic.example  manager      enabled  no             NOW',
        'Nina Invented   nina@clinic.example   coordinator  invited  no             never',
        '',
      ].join('\n'),
    )
    expect(await events()).toContainEqual({ kind: 'invited', by: null, client: null })
  })

  test('disables, enables and resets an account, whose sessions end', async () => {
    const { database, desk, signIns, manager, accept, events } = await newStore()
    const sessions = () => database.selectFrom('staff_sessions').select('staff').execute()
    await manager(MANAGER)
    await manager(OTHER)
    expect(await sessions()).toHaveLength(2)

    expect(await desk('disable', OTHER)).toEqual({
      stdout: `${OTHER} is disabled and signed out.\n`,
      stderr: '',
      exitCode: 0,
    })
    expect(await sessions()).toHaveLength(1)
    expect((await desk('list')).stdout).toMatch(/nina@clinic\.example +manager +disabled/)
    expect(await desk('enable', OTHER)).toMatchObject({ stdout: `${OTHER} is enabled.\n`, exitCode: 0 })

    const reset = await desk('reset', 'MEERA@clinic.example')
    expect(reset).toEqual({ stdout: expect.stringMatching(LINK), stderr: '', exitCode: 0 })
    expect(await sessions()).toEqual([])
    expect((await desk('list')).stdout).toMatch(/meera@clinic\.example +manager +invited/)
    expect(await accept(reset.stdout)).toMatchObject({ stage: 'enrol' })
    expect(await signIns.invitation(LINK.exec(reset.stdout)?.[1] ?? '')).toBeUndefined()
    expect((await events()).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['disabled', 'enabled', 'reset', 'accepted']),
    )
  })

  test('says that the link of a disabled account does not work yet, and that an enabled account lacks a password', async () => {
    const { desk, signIns, manager } = await newStore()
    await manager(MANAGER)
    await desk('invite', OTHER, '--role', 'coordinator')
    await desk('disable', OTHER)
    const reset = await desk('reset', OTHER)
    expect(reset).toEqual({
      stdout: expect.stringMatching(LINK),
      stderr: 'The link works when the account is enabled again.\n',
      exitCode: 0,
    })
    const token = LINK.exec(reset.stdout)?.[1] ?? ''
    expect(await signIns.invitation(token)).toBeUndefined()
    expect(await desk('enable', OTHER)).toMatchObject({
      stdout: `${OTHER} is enabled, but has no password: "reset" makes a link.\n`,
      exitCode: 0,
    })
    expect(await signIns.invitation(token)).toMatchObject({ kind: 'reset' })
  })

  test('refuses in one line what cannot be done, and changes nothing', async () => {
    const { database, desk, result, manager, events } = await newStore()
    await manager(MANAGER)
    await result('invite', OTHER, '--role', 'manager')
    const state = () => Promise.all([database.selectFrom('staff').selectAll().orderBy('id').execute(), events()])
    const before = await state()
    const refusals: [string[], RegExp][] = [
      [['disable', MANAGER], /^This is the last enabled manager: /],
      [['disable', 'nobody@clinic.example'], /^There is no account with this e-mail address: /],
      [['invite', MANAGER, '--role', 'coordinator'], /^This account exists already: /],
      [['invite', 'clinic.example', '--role', 'manager'], /^EMAIL: This is not a valid e-mail address\.$/],
      [['invite', 'new@clinic.example', '--role', 'boss'], /^--role \(coordinator or manager\): Please choose/],
      [['invite', 'new@clinic.example', '--role', 'manager', '--name', ' '], /^--name: Please enter a name\.$/],
    ]
    for (const [args, line] of refusals) {
      expect(await result(...args), args.join(' ')).toEqual({ warning: expect.stringMatching(line), exitCode: 1 })
    }
    expect(await desk('disable', MANAGER)).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^This is the last enabled manager: [^\n]+\n$/),
      exitCode: 1,
    })
    expect(await state()).toEqual(before)
  })

  test("connects an account with the hospital's sign-in, and takes it away again by a reset", async () => {
    const { database, environment, result, manager, events } = await newStore()
    await manager(MANAGER)
    expect(await result('connect', MANAGER)).toEqual({
      warning: 'Set DESK_OIDC_ISSUER and what belongs to it, as the server has them.',
      exitCode: 1,
    })
    Object.assign(environment, OIDC)
    expect(await result('connect', MANAGER)).toEqual({
      text: `${MANAGER} now belongs to the hospital's account that signs in next with this e-mail address.`,
    })
    const account = () => database.selectFrom('staff').selectAll().executeTakeFirst()
    const connected = { oidc_issuer: 'https://sign-in.hospital.example/', oidc_subject: null }
    expect(await account()).toMatchObject({ ...connected, password_hash: null, totp_secret: null })
    expect(await database.selectFrom('staff_sessions').selectAll().execute()).toEqual([])
    expect((await result('list'))?.text).toMatch(/manager +enabled +hospital /)
    expect(await result('connect', 'nobody@clinic.example')).toMatchObject({ exitCode: 1 })

    expect(`${(await result('reset', MANAGER))?.text}\n`).toMatch(LINK)
    expect(await account()).toMatchObject({ oidc_issuer: null, oidc_subject: null })
    expect((await events()).slice(-2).map(({ kind }) => kind)).toEqual(['connected', 'reset'])
  })
})

test('A desk in three commands: a fresh clone starts, a manager is invited, and the link opens', async () => {
  const { lines, dataDirectory: DATA_DIR } = await startServer({ DESK_PORT: '0', LOG_LEVEL: 'silent' })
  const address = new URL(lines.find((line) => line.startsWith('Callback desk: '))?.split(': ')[1] ?? '')
  expect(lines).toContain('Nobody can sign in to the callback desk yet: npm run desk -- invite EMAIL --role manager')

  const invited = await run('src/cli/desk.ts', ['invite', MANAGER, '--role', 'manager'], {
    DATA_DIR,
    DESK_PORT: address.port,
  })
  expect(invited).toMatchObject({ stderr: '', exitCode: 0 })
  const link = new URL(invited.stdout.trim())
  expect(link.origin).toBe(address.origin)
  expect((await fetch(link)).status).toBe(200)
  const look = await fetch(new URL('/api/invitations/look', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  })
  expect(await look.json()).toEqual({ email: MANAGER, role: 'manager', name: 'meera', kind: 'invite' })
})

test("Links begin with the desk's address; without one no link is made, and one line names what is missing", async () => {
  const { DATA_DIR, manager, accounts } = await newStore()
  await manager(MANAGER)
  const none: Record<string, string>[] = [{}, { DESK_PORT: '0' }, { DESK_HOST: 'desk.clinic.example' }]
  for (const environment of none) {
    for (const args of [
      ['invite', OTHER, '--role', 'manager'],
      ['reset', MANAGER],
    ]) {
      const refused = { warning: expect.stringMatching(/^Set DESK_URL, or DESK_PORT /), exitCode: 1 }
      expect(await resultOf(args, { DATA_DIR, ...environment }), JSON.stringify(environment)).toEqual(refused)
    }
    expect((await resultOf(['list'], { DATA_DIR, ...environment }))?.text).toContain(MANAGER)
  }
  expect(await accounts.all()).toMatchObject([{ email: MANAGER, state: 'enabled' }])

  const addresses: [Record<string, string>, string][] = [
    [{ DESK_PORT: '3001' }, 'http://127.0.0.1:3001'],
    [{ DESK_PORT: '3001', DESK_HOST: '::1' }, 'http://[::1]:3001'],
    [{ DESK_PORT: '3001', HOST: '127.0.0.2' }, 'http://127.0.0.2:3001'],
    [{ DESK_PORT: '0', DESK_URL }, DESK_URL],
    [{ DESK_URL }, DESK_URL],
  ]
  for (const [environment, origin] of addresses) {
    const result = await resultOf(['reset', MANAGER], { DATA_DIR, ...environment })
    expect(result?.text?.split('/invitation#')[0]).toBe(origin)
  }
})

test('The usage names each command, and another line is none', () => {
  for (const line of [
    'list',
    'invite E --role manager',
    'invite E --role=coordinator --name N',
    'disable E',
    'reset E',
  ]) {
    expect(commandOf(DESK, line.split(' ')), line).toBeInstanceOf(Function)
    expect(usageOf(DESK)).toContain(`\n  ${line.split(' ')[0]}`)
  }
  for (const line of [
    'list all',
    'invite E',
    'invite --role manager',
    'invite E --role manager --password x',
    'reset',
  ]) {
    expect(commandOf(DESK, line.split(' ')), line).toBeUndefined()
  }
})
