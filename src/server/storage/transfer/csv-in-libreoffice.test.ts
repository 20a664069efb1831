import { execFile, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { CONTACT } from '../../../../tests/support/samples.ts'
import { temporaryDirectory } from '../../../../tests/support/temporary-directory.ts'
import { testRequiring } from '../../../../tests/support/test-requirements.ts'
import { csvRowOf, csvWriter } from './csv-export.ts'

const hasLibreOffice = spawnSync('soffice', ['--version']).status === 0

/** The names of the separators in LibreOffice's filter options: their character codes. */
const SEPARATORS = { comma: '44', semicolon: '59', tab: '9' }

/** Text in UTF-8, quoted with `"`, from line 1. */
const filterOf = (separator: string) => `CSV:${separator},34,76,1`

const FORMULAS = ['=1+1', ' =1+1', '+1+1', '-1+1', '@SUM(1;1)', 'a;=1+1', 'a\t=1+1', 'a\n=1+1', '＝1+1']

testRequiring(
  { LibreOffice: hasLibreOffice },
  'In LibreOffice names are intact and no cell is a formula, wherever it splits',
  {},
  async () => {
    const directory = await temporaryDirectory()
    const requests = FORMULAS.map((formula) => ({ ...CONTACT, name: 'आशा देवी', email: formula, message: formula }))
    await writeFile(join(directory, 'export.csv'), await text(Readable.from(requests).map(csvRowOf).pipe(csvWriter())))
    for (const [name, separator] of Object.entries(SEPARATORS)) {
      const profile = `-env:UserInstallation=file://${directory}/profile`
      const from = `--infilter=${filterOf(separator)}`
      const options = ['--headless', from, '--convert-to', 'fods', '--outdir', directory, 'export.csv']
      await promisify(execFile)('soffice', [profile, ...options], { cwd: directory })
      const sheet = await readFile(join(directory, 'export.fods'), 'utf8')
      expect(sheet.match(/<table:table-row/g)?.length, name).toBeGreaterThan(FORMULAS.length)
      expect(sheet.match(/table:formula="[^"]*"/g), name).toBeNull()
      if (name === 'comma') expect(sheet.match(/<text:p>आशा देवी<\/text:p>/g)).toHaveLength(FORMULAS.length)
      else expect(sheet).toContain('आशा देवी')
    }
  },
)
