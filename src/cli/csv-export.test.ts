import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { StoredRequest } from '../server/storage/stored-request.ts'
import { csvRowOf, csvWriter } from './csv-export.ts'

const REQUEST: StoredRequest = {
  reference: '7K3M-9RXD',
  form: 'contact',
  name: 'Ravi Invented',
  phone: '98765432100',
  email: 'ravi@visitor.example',
  service: null,
  message: '',
  time_slot: '06:00pm-08:00pm',
  start_time: '06:00pm',
  end_time: '08:00pm',
  received_at: '2026-11-20T09:30:00.000Z',
  status: 'new',
  suspected: false,
  campaign: null,
  notice_version: '2026-11-01',
}

const HEADER =
  'reference,form,name,phone,email,service,message,time_slot,start_time,end_time,received_at,status,suspected,' +
  'campaign_source,campaign_medium,campaign_campaign,campaign_term,campaign_content,notice_version\r\n'

function csvOf(...requests: StoredRequest[]): Promise<string> {
  return text(Readable.from(requests).map(csvRowOf).pipe(csvWriter()))
}

test('An export of nothing is its header', async () => {
  expect(await csvOf()).toBe(HEADER)
})

test('A request is a record after RFC 4180, its campaign in five columns', async () => {
  const campaign = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }
  expect(await csvOf({ ...REQUEST, message: 'One, "two"\nthree', suspected: true, campaign })).toBe(
    `${HEADER}7K3M-9RXD,contact,Ravi Invented,98765432100,ravi@visitor.example,,"One, ""two""\nthree",` +
      '06:00pm-08:00pm,06:00pm,08:00pm,2026-11-20T09:30:00.000Z,new,true,letter,,autumn,,,2026-11-01\r\n',
  )
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\u0000=1+1',
  ' =1+1',
  '  \u0000\t @SUM(A1)',
  '\u00a0=1+1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '＝1+1',
  ' ＋1',
])('No cell runs as a formula: %j', async (message) => {
  const campaign = { source: message, medium: null, campaign: null, term: null, content: null }
  const csv = await csvOf({ ...REQUEST, name: message, message, campaign })
  for (const cell of csv.slice(HEADER.length).split(',')) {
    expect(cell.replace(/^"/, '')).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
  }
  expect(csv.split(`'${message}`)).toHaveLength(4)
})

test('A message of several lines stays one cell, without a formula at the start of a line of the file', async () => {
  for (const message of ['line1\n=1+1', '\n=1+1', 'a\r\n@b', 'a\r-b']) {
    const [, record = ''] = (await csvOf({ ...REQUEST, message })).split(HEADER)
    const [, cell = ''] = /,"([^"]*)",/.exec(record) ?? []
    expect(cell.replace(/^'/, ''), record).toBe(message)
    expect(record.replace(`"${cell}"`, '')).not.toMatch(/[\r\n](?!$)[^\n]/)
  }
})
