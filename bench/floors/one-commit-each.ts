/**
 * Stores each post and a message about it in one transaction, which reaches the disk before the answer: the simplest
 * way to do the same, without a framework, a rule or a second index. With `SYNCHRONOUS=NORMAL` the answer does not wait
 * for the disk.
 */
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import SqliteFile from 'better-sqlite3'

const file = new SqliteFile(join(process.env.DATA_DIR ?? '', 'floor.sqlite'))
file.pragma('journal_mode = WAL')
file.pragma(`synchronous = ${process.env.SYNCHRONOUS ?? 'FULL'}`)
file.exec('create table requests (id integer primary key, reference text, body text)')
file.exec('create table messages (id integer primary key, reference text)')
const insertRequest = file.prepare('insert into requests (reference, body) values (?, ?)')
const insertMessage = file.prepare('insert into messages (reference) values (?)')
const store = file.transaction((reference: string, body: string) => {
  insertRequest.run(reference, body)
  insertMessage.run(reference)
})

const server = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (text: string) => {
    body += text
  })
  request.on('end', () => {
    if (request.method !== 'POST') return response.end()
    const reference = randomUUID()
    store(reference, body)
    return response.writeHead(201, { 'content-type': 'application/json' }).end(`{"reference":"${reference}"}`)
  })
}).listen(Number(process.env.PORT), process.env.HOST, () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
process.on('SIGTERM', () => process.exit())
