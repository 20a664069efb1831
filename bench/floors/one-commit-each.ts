/**
 * Stores each post and a message about it in one transaction, which reaches the disk before the answer: the simplest
 * way to do the same, without a framework, a rule or a second index. With `DATABASE_URL` on PostgreSQL,
 * otherwise on SQLite.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'
import { Pool } from 'pg'

type Store = (reference: string, body: string) => unknown

const { DATABASE_URL, DATA_DIR = '' } = process.env
const store = DATABASE_URL ? await onPostgres(DATABASE_URL) : onSqlite(DATA_DIR)

function onSqlite(directory: string): Store {
  const file = new SqliteFile(join(directory, 'floor.sqlite'))
  file.pragma('journal_mode = WAL')
  file.pragma('synchronous = FULL')
  file.exec('create table requests (id integer primary key, reference text, body text)')
  file.exec('create table messages (id integer primary key, reference text)')
  const insertRequest = file.prepare('insert into requests (reference, body) values (?, ?)')
  const insertMessage = file.prepare('insert into messages (reference) values (?)')
  return file.transaction((reference: string, body: string) => {
    insertRequest.run(reference, body)
    insertMessage.run(reference)
  })
}

async function onPostgres(connectionString: string): Promise<Store> {
  const pool = new Pool({ connectionString })
  await pool.query('create table requests (id serial primary key, reference text, body text)')
  await pool.query('create table messages (id serial primary key, reference text)')
  const insertRequest = 'insert into requests (reference, body) values ($1, $2)'
  const insertMessage = 'insert into messages (reference) values ($1)'
  return async (reference, body) => {
    const client = await pool.connect()
    await client.query('begin')
    await client.query({ name: 'request', text: insertRequest, values: [reference, body] })
    await client.query({ name: 'message', text: insertMessage, values: [reference] })
    await client.query('commit')
    client.release()
  }
}

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', async () => {
    if (request.method !== 'POST') return response.end()
    const reference = randomUUID()
    await store(reference, body)
    return response.writeHead(201, { 'content-type': 'application/json' }).end(`{"reference":"${reference}"}`)
  })
}).listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
