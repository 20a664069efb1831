import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CONTACT } from '../../tests/support/samples.ts'
import type { StoredRequest } from '../callback-request/stored-request.ts'
import { csvOf, STORED_COLUMNS } from './csv-export.ts'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '＝1+1', ' ＋1', ' =1+1', '  \u0000\t @SUM(A1)', '"=1+1"', '" =1+1']

/** What spreadsheets ignore before a formula, beside spaces. */
const IGNORED = ['\t', '\r', '\n', '\u0000', '\u00a0', '\u200b', '\ufeff']

async function csvFor(request: StoredRequest): Promise<string> {
  return (await Array.fromAsync(csvOf(Readable.from([request]), STORED_COLUMNS))).join('')
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

test('No cell runs as a formula, also where the reader splits at semicolons, tabs or line breaks', async () => {
  const splits = [';', '\t', '\n', '\r', '\r\n'].flatMap((split) =>
    FORMULAS.map((formula) => `Hello${split}${formula}`),
  )
  for (const text of [...FORMULAS, ...IGNORED.map((before) => `${before}=1+1`), ...splits]) {
    const campaign = { source: `a, b${text}`, medium: text, campaign: null, term: null, content: null }
    const csv = await csvFor({ ...CONTACT, name: text, message: `"${text}`, campaign })
    for (const sign of [';', '\t', ',']) {
      for (const cell of cellsSplitAt(sign, csv)) expect(cell, csv).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u)
    }
    expect(csv.replaceAll("'", '').replaceAll('""', '"')).toContain(text)
  }
})

test('Text after a semicolon, a tab or a line break that is not a formula is exported unchanged', async () => {
  for (const message of ['a; b', 'a;b\tc\nd', 'a\rb', 'after 5 = late; a-b, c+d\ne@visitor.example', '";"']) {
    expect(cellsSplitAt(',', await csvFor({ ...CONTACT, message }))).toContain(message)
  }
})

test('A spreadsheet shows every digit of a number, and knows the letters by a byte order mark', async () => {
  const changed = ['0000000042', '009876543210', '9198765432101', '9876543210.50', '.5', '12E4', ' 042']
  const kept = ['9876543210', '42', '98765 43210', '1.5']
  for (const phone of [...changed, ...kept]) {
    const csv = await csvFor({ ...CONTACT, phone })
    expect(csv.startsWith('\ufeffreference,')).toBe(true)
    expect(cellsSplitAt(',', csv)).toContain(kept.includes(phone) ? phone : `'${phone}`)
  }
})
