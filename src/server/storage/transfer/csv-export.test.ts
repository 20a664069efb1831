import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { CONTACT } from '../../../../tests/support/samples.ts'
import type { StoredRequest } from '../../../callback-request/stored-request.ts'
import { csvRowOf, csvWriter } from './csv-export.ts'

const HEADER =
  'reference,form,name,phone,email,service,message,time_slot,start_time,end_time,received_at,status,suspected,' +
  'campaign_source,campaign_medium,campaign_campaign,campaign_term,campaign_content,notice_version\r\n'

function csvOf(...requests: StoredRequest[]): Promise<string> {
  return text(Readable.from(requests).map(csvRowOf).pipe(csvWriter()))
}

/** The cells of a file for a reader that splits at a sign, and takes quotes for what they are only around a cell. */
function cellsSplitAt(sign: string, csv: string): string[] {
  const cells: string[] = []
  let rest = csv
  while (rest !== '') {
    const [matched = '', quoted, plain = ''] =
      new RegExp(`^(?:"((?:[^"]|"")*)")?([^${sign}\r\n]*)(?:${sign}|\r\n|\r|\n|$)`).exec(rest) ?? []
    cells.push((quoted ?? '').replaceAll('""', '"') + plain)
    rest = rest.slice(matched.length)
  }
  return cells
}

test('An empty export is its header', async () => {
  expect(await csvOf()).toBe(HEADER)
})

test('A request is a record as in RFC 4180, with its campaign in five columns', async () => {
  const campaign = { source: 'letter', medium: null, campaign: 'autumn', term: null, content: null }
  expect(await csvOf({ ...CONTACT, message: 'One, "two"\nthree', suspected: true, campaign })).toBe(
    `${HEADER}7K3M-9RXE,contact,Ravi Invented,98765432100,ravi@visitor.example,,"One, ""two""\nthree",` +
      '10:00am-12:00pm,10:00am,12:00pm,2026-11-20T09:30:00.000Z,new,true,letter,,autumn,,,2026-11-01\r\n',
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
  const csv = await csvOf({ ...CONTACT, name: message, message, campaign })
  for (const cell of csv.slice(HEADER.length).split(',')) {
    expect(cell.replace(/^"/, '')).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
  }
  const escaped = cellsSplitAt(',', csv).filter((cell) => cell.startsWith("'") && cell.replaceAll("'", '') === message)
  expect(escaped).toHaveLength(3)
})

const SPLITS = [';', '\t', '\n', '\r', '\r\n']

test.each(
  SPLITS.flatMap((split) =>
    ['=1+1', ' =1+1', '"=1+1"', '" =1+1', '-1', '@SUM(A1)', '＝1+1'].map((formula) => split + formula),
  ),
)('No cell runs as a formula where the reader splits at semicolons or tabs: %j', async (end) => {
  const text = `Good morning${end}`
  const campaign = { source: `a, b${end}`, medium: null, campaign: null, term: null, content: null }
  const csv = await csvOf({ ...CONTACT, name: text, message: `"${text}${end}`, campaign })
  for (const sign of [';', '\t', ',']) {
    for (const cell of cellsSplitAt(sign, csv)) expect(cell, csv).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
  }
})

test('Text after a semicolon, a tab or a line break that is not a formula is exported unchanged', async () => {
  for (const message of ['a; b', 'a;b\tc\nd', 'after 5 = late; a-b, c+d\ne@visitor.example', '";"']) {
    const csv = await csvOf({ ...CONTACT, message })
    expect(cellsSplitAt(',', csv)).toContain(message)
  }
})

test('A message of several lines stays one cell, without a formula at the start of a line of the file', async () => {
  for (const message of ['line1\n=1+1', '\n=1+1', 'a\r\n@b', 'a\r-b']) {
    const [, record = ''] = (await csvOf({ ...CONTACT, message })).split(HEADER)
    const [, cell = ''] = /,"([^"]*)",/.exec(record) ?? []
    expect(cell.replaceAll("'", ''), record).toBe(message)
    expect(record.replace(`"${cell}"`, '')).not.toMatch(/[\r\n](?!$)[^\n]/)
  }
})

test('The time for a message of line breaks only is proportional to its length', async () => {
  const message = '\n'.repeat(64_000)
  const before = performance.now()
  await csvOf({ ...CONTACT, message })
  expect(performance.now() - before).toBeLessThan(1_000)
})
