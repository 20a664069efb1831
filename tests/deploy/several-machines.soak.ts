import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { Callers } from '../support/callers.ts'
import { replicatingPostgres } from '../support/database/postgres-binaries.ts'
import { expectAll } from '../support/deploy/expect-all.ts'
import { leanRelease } from '../support/deploy/lean-release.ts'
import { manualOf } from '../support/deploy/manual.ts'
import { COMPILE_CACHE, canMakePrivateMachine, HERE, startPrivateMachine } from '../support/deploy/private-machine.ts'
import { freePort } from '../support/free-port.ts'
import { postAppointment } from '../support/post-appointment.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'
import { testRequiring } from '../support/test-requirements.ts'
import { startWebhookReceiver, WEBHOOK_SECRET } from '../support/webhook-receiver.ts'

const REFERENCES = 'select reference from callback_requests order by reference'

testRequiring(
  {
    'private mounts': canMakePrivateMachine(),
    "Debian's PostgreSQL": existsSync('/usr/bin/pg_createcluster') && !!replicatingPostgres(),
  },
  'On PostgreSQL by the printed commands: the move there, an upgrade and the way back, a dump, and the archive restored',
  async () => {
    const { block, remaining } = manualOf('several-machines')
    const directory = await temporaryDirectory()
    const first = leanRelease(directory, '0.1.0')
    const second = leanRelease(directory, '0.2.0', { migrations: ['0998-invented'] })
    const webhook = await startWebhookReceiver()
    const [site, PGPORT] = [new URL(`http://127.0.0.1:${await freePort()}`), String(await freePort())]
    const machine = await startPrivateMachine()
    const { run, shell, own, type } = machine
    // PostgreSQL's programs know their server by its port.
    const onPostgres = (commands: string[]) => shell(commands, EXAMPLES, { PGPORT, DATABASE_URL })
    const asPostgres = (commands: string[]) => commands.map((command) => `runuser -u postgres -- ${command}`)
    const version = basename(dirname(replicatingPostgres() ?? ''))
    const [password, host] = ['p:w/d', `127.0.0.1:${PGPORT}`]
    const DATABASE_URL = `postgres://clinic:${encodeURIComponent(password)}@${host}/clinic`
    const EXAMPLES = { 'db.example:5432': host, '/17/': `/${version}/` }

    // A store on SQLite, and an empty PostgreSQL.
    const settings = { PORT: site.port, PUBLIC_URL: '', WEBHOOK_URL: webhook.url.href, WEBHOOK_SECRET }
    type('clinic.env', COMPILE_CACHE, ...Object.entries(settings).map(([name, value]) => `${name}=${value}`))
    await shell(manualOf('install').block('deploy/upgrade'), { 'clinic-0.1.0-linux-x64.tar.gz': first })
    const ask = async (phone: string) =>
      ((await (await postAppointment(site, { phone })).json()) as { reference: string }).reference
    const [kept, erased, latest] = [await ask('0000000001'), await ask('0000000002'), await ask('0000000003')]
    rmSync(own('etc', 'postgresql'), { recursive: true, force: true })
    const cluster = `--locale=C.UTF-8 --port=${PGPORT} --start-conf=manual ${version} main`
    await shell(['umask 022', `pg_createcluster ${cluster} -- --no-sync`, 'systemctl start postgresql'])

    const [createUser = '', createDatabase = '', ...move] = block('createuser')
    // It asks for the password twice, here without a terminal.
    const [asUser = ''] = asPostgres([createUser])
    await onPostgres([
      `printf '%s\\n' '${password}' '${password}' | setsid -w ${asUser}`,
      ...asPostgres([createDatabase]),
    ])
    const lastEdit = move.findLastIndex((command) => command.startsWith('nano'))
    type('clinic.env', `PGPASSWORD=${password}`)
    expect(await onPostgres(move.slice(0, lastEdit))).toContain('Everything was moved.')
    type('clinic.env', `DATABASE_URL=${DATABASE_URL}`)
    await onPostgres(move.slice(lastEdit))

    const stored = async () => {
      const client = new Client(DATABASE_URL)
      await client.connect()
      const { rows } = await client.query<{ reference: string }>(REFERENCES)
      await client.end()
      return rows.map(({ reference }) => reference)
    }

    // An upgrade and the way back, while requests arrive and somebody is erased.
    const visitors = new Callers(1, [site], 40)
    await visitors.acknowledge(10)
    writeFileSync(own('bin', 'pg_dump'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    expect(await run(`clinic upgrade ${second}`)).toMatchObject({
      stderr: expect.stringMatching(/^Install the pg_dump of your PostgreSQL, .+\n.+: nothing was changed\.\n$/),
      status: 1,
    })
    rmSync(own('bin', 'pg_dump'))
    // Of the old dumps the newest stays. Names that the user clinic has made there lead root nowhere else.
    const dumps = (...path: string[]) => own('backups', 'clinic', ...path)
    for (const day of ['0', '1', '2']) writeFileSync(dumps(`before-upgrade-${day}.dump`), '')
    mkdirSync(dumps('a\n', 'etc', 'kept\n'), { recursive: true })
    writeFileSync(dumps('a\n', 'etc', 'kept\n', 'before-upgrade-3.dump'), '')
    writeFileSync(own('etc', 'kept'), '')
    await shell(['chown -R clinic: /var/backups/clinic'])
    expect(await run(`clinic upgrade ${second}`)).toMatchObject({ stderr: '', status: 0 })
    expect(existsSync(own('etc', 'kept'))).toBe(true)
    const left = readdirSync(dumps()).filter((file) => file.endsWith('.dump'))
    expect(left.sort()).toEqual(['before-upgrade-2.dump', expect.stringMatching(/^before-upgrade-2\d+T.+\.dump$/)])
    expect(await run(`clinic requests erase --reference ${erased}`)).toMatchObject({ status: 0 })
    expect(await run('clinic upgrade --back')).toMatchObject({ stderr: '', status: 0 })
    await visitors.finish()
    await expectAll(visitors, machine, webhook.calls, [erased])
    expect(await stored()).toEqual(expect.arrayContaining([kept, latest]))
    await shell(['systemctl stop clinic'])

    // A dump of each night, and the list of somebody who was erased since.
    await onPostgres(block('pg_dump'))
    expect(statSync(own('backups', 'here', 'clinic.dump')).mode & 0o077).toBe(0)
    const applied = await run(
      `/srv/clinic/current/deploy/backup/postgres/apply-erasures.sh ${DATABASE_URL} ${HERE}/erasures.csv`,
    )
    expect(applied).toMatchObject({ status: 1, stderr: expect.stringMatching(/^Give the password in PGPASSWORD: /) })
    const beforeErasure = await stored()
    await shell([`clinic requests erase --reference ${latest}`])
    const afterErasure = await stored()
    await onPostgres(block('pg_dump').filter((command) => command.includes('erasures')))
    await onPostgres(asPostgres(['dropdb clinic', createDatabase]))
    expect(await onPostgres(block('pg_restore'))).toMatch(/^Erased 1 request again because of the erasure list\.$/m)
    expect(afterErasure).toEqual(beforeErasure.filter((reference) => reference !== latest))
    expect(await stored()).toEqual(afterErasure)

    // Base backups and the archive; the disk is lost.
    await onPostgres(block('clinic-archive.conf'))
    await shell(['systemctl start clinic'])
    const since = [await ask('0000000004'), await ask('0000000005')]
    await shell([`clinic requests erase --reference ${since[1]}`])
    const folder = 'cd /srv/clinic/current/deploy/backup/postgres'
    const query = (sql: string) =>
      onPostgres(asPostgres([`psql --no-psqlrc --tuples-only --no-align clinic -c "${sql}"`]))
    const segment = (await query('select pg_walfile_name(pg_switch_wal())')).trim()
    const archived = () => query('select last_archived_wal from pg_stat_archiver')
    await expect.poll(async () => (await archived()).trim() >= segment, { timeout: 30_000 }).toBe(true)
    // Its base backup is from before the erasure: the drill needs the latest list.
    const drill = [folder, ...asPostgres(block('./drill.sh'))]
    await onPostgres(['systemctl start clinic-base-backup'])
    expect(await onPostgres(drill)).toMatch(/^All \d+ requests of the live database .+ and none that was erased\.$/m)
    const all = await stored()
    const data = `/var/lib/postgresql/${version}/main`
    await onPostgres([
      'systemctl stop clinic',
      'pg_ctlcluster -m immediate $(ls /etc/postgresql) main stop',
      `rm -r ${data}`,
    ])
    await onPostgres([folder, ...block('./restore.sh')])
    expect(await stored()).toEqual(all)
    expect(all).toEqual([...afterErasure, since[0]].toSorted())

    // No other segment takes the place of one that is archived.
    const put = (file: string) =>
      run(`${folder} && ./archive-wal.sh /var/backups/clinic-postgres/wal ${file} ${segment}`)
    const [archive, other] = [`/var/backups/clinic-postgres/wal/${segment}`, '/etc/hostname']
    expect(await put(archive)).toMatchObject({ status: 0 })
    expect(await put(other)).toMatchObject({ status: 1, stderr: expect.stringContaining('is another segment') })
    expect(remaining()).toEqual([])
  },
  { timeout: 900_000 },
)
