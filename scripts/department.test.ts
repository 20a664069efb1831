import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { TIME_SLOTS } from '../src/callback-request/time-slots.ts'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'
import { testRequiring } from '../tests/support/test-requirements.ts'
import { runDepartment } from './department.ts'

const COMMAND = join(import.meta.dirname, 'department.ts')
const SAMPLE = JSON.parse(readFileSync('content/department.json', 'utf8'))

const BRITISH = { countryPrefix: '+44', telephone: '+44 1632 960123', callsFrom: '+44 1632 960123' }

/** A copy of the sample's content, and the command for it. */
async function newContent() {
  const folder = await temporaryDirectory()
  cpSync('content', folder, { recursive: true })
  const file = join(folder, 'department.json')
  const department = async (...args: string[]) => {
    const lines: string[] = []
    const mistakes: string[] = []
    const terminal = {
      log: (line: string) => lines.push(...line.split('\n')),
      error: (line: string) => mistakes.push(line),
    }
    return { exitCode: await runDepartment(args, folder, terminal), lines, mistakes }
  }
  const details = () => JSON.parse(readFileSync(file, 'utf8'))
  return { folder, file, department, details }
}

test('Shows the present values, changes only those that are given, and says what follows from colours', async () => {
  const { department, details, folder, file } = await newContent()
  expect((await department()).lines).toEqual(
    expect.arrayContaining(['Hospital: Sample Hospital', 'Time zone: Asia/Kolkata']),
  )
  const original = readFileSync(file, 'utf8')
  const reminder = expect.stringMatching(/^If the banners are your own pictures, make them again/)
  expect((await department('--emergency', '999')).lines).not.toContainEqual(reminder)
  await department('--emergency', SAMPLE.emergencyTelephone)
  expect(readFileSync(file, 'utf8')).toBe(original)
  expect((await department('--emergency', SAMPLE.emergencyTelephone)).lines).toEqual(['Nothing was changed.'])
  const given = ['--time-zone', 'europe/london', '--country-prefix=0044', '--telephone', '+44 1632 960123']
  const { lines, mistakes, exitCode } = await department(...given)
  expect({ mistakes, exitCode }).toEqual({ mistakes: [], exitCode: 0 })
  expect(lines.filter((line) => line.includes('→'))).toEqual([
    "Prefix of your country's telephone numbers: +91 → +44",
    'Telephone: +91 00000 00000 → +44 1632 960123',
    'Number from which you call: +91 00000 00000 → +44 1632 960123',
    'Time zone: Asia/Kolkata → Europe/London',
  ])
  expect(lines).toContain('  E-mail address: plastic.surgery@hospital.example (--email)')
  expect(details()).toEqual({ ...SAMPLE, ...BRITISH, timeZone: 'Europe/London' })
  expect(readdirSync(folder)).toEqual(readdirSync('content'))
  expect((await department('--colour-action', '#8a1538')).lines).toContainEqual(reminder)
})

test('Says in one line each what it cannot take, and then changes nothing', async () => {
  const { department, file } = await newContent()
  const original = readFileSync(file, 'utf8')
  for (const [args, ...expected] of [
    [
      ['--name', 'New Name', '--email', 'asha', '--time-zone', 'berln', '--hospital', ' '],
      '--time-zone: "berln" is not the name of a time zone. Did you mean Europe/Berlin?',
      '--hospital: is empty',
      '--email: is not an e-mail address',
    ],
    [
      ['--retention-days', 'ten', '--phone-digits', '0'],
      '--retention-days: "ten" is not a number of days such as 365',
      '--phone-digits: is less than 4',
    ],
    [
      ['--nam', 'New Name', '--email', '--hospital'],
      '--nam is not an option. Did you mean --name?',
      expect.stringContaining('"New Name" belongs to no option. Write: npm run department -- --name'),
      expect.stringContaining('--email needs a value.'),
    ],
    [
      ['--colour-ink', '#777777', '--name', 'New Name'],
      expect.stringMatching(/^--colour-ink: ink #777777 and .* have a contrast of 3\.\d\d:1; a text needs 4\.5:1$/),
    ],
    [
      ['--country-prefix', '+44'],
      '--telephone: "+91 00000 00000" does not dial: it should begin with the countryPrefix, +44',
      '--calls-from: "+91 00000 00000" does not dial: it should begin with the countryPrefix, +44',
    ],
  ] as const) {
    const { lines, mistakes, exitCode } = await department(...args)
    // A wrong option ends with 2, a wrong value with 1.
    const isUsage = args[0] === '--nam'
    expect({ lines, exitCode }).toEqual({ lines: [], exitCode: isUsage ? 2 : 1 })
    expect(mistakes.filter((line) => line !== 'Nothing was changed.')).toEqual(expected)
  }
  expect(readFileSync(file, 'utf8')).toBe(original)

  writeFileSync(file, '{ "name": ')
  expect((await department('--name', 'New Name')).mistakes).toEqual([
    expect.stringContaining('department.json: cannot be read: Unexpected end'),
    'Nothing was changed.',
  ])
})

test('Lists all options with examples that it takes', async () => {
  const { department } = await newContent()
  const { lines } = await department('--help')
  const examples = lines.flatMap((line) => /^ {2}(--\S+) "(.+)"$/.exec(line)?.slice(1) ?? [])
  expect(examples).toEqual(expect.arrayContaining(['--name', '--name-hi', '--calls-from', '--colour-ink']))
  expect(await department(...examples)).toMatchObject({ mistakes: [], exitCode: 0 })
})

test('Calls the department a sample, and drops the sample’s translations, until nothing is the sample’s', async () => {
  const { department, details, folder } = await newContent()
  const { lines } = await department('--name', 'Burns Unit', '--hospital', 'Fenwick Hospital', '--hospital-hi', 'फेनविक')
  expect(lines).toContain('Name of the department in Hindi: प्लास्टिक सर्जरी विभाग → as in English')
  const own = { name: { en: 'Burns Unit' }, hospital: { en: 'Fenwick Hospital', hi: 'फेनविक' } }
  expect(details()).toMatchObject({ sample: true, ...own, address: SAMPLE.address })
  const email = 'us@fenwick.example'
  const others = ['--address', '12 Orchard Lane', '--email', email, '--privacy-email', email]
  await department(...others, '--site-address', 'https://fenwick.example/')
  expect(details()).toMatchObject({ sample: true, siteAddress: 'https://fenwick.example' })
  expect((await department('--country-prefix', '44', '--telephone', '+44 1632 960123')).lines).toContain(
    'The footer no longer says that this is a sample.',
  )
  expect(details()).toMatchObject({ sample: false, callsFrom: '+44 1632 960123' })

  // From now on, translations are the department's own.
  await department('--hospital', 'Fenwick Infirmary', '--address-hi', 'पता')
  expect(details().hospital).toEqual({ en: 'Fenwick Infirmary', hi: 'फेनविक' })
  await department('--hospital-hi', 'as in English')
  expect(details().hospital).toEqual({ en: 'Fenwick Infirmary' })
  rmSync(join(folder, 'hi.json'))
  expect((await department('--emergency', '999')).lines).toContain('Removed: hi, which is no language of the site')
  expect(details().address).toEqual({ en: '12 Orchard Lane' })
})

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

testRequiring(
  { script: hasTerminal },
  'On a terminal it asks one question after another, again after a wrong answer, and keeps what an editor saved',
  async () => {
    const { folder, file, details } = await newContent()
    const edit = () => writeFileSync(file, JSON.stringify({ ...SAMPLE, emergencyTelephone: '999' }))
    const child = spawn('script', ['-qec', `${process.execPath} ${COMMAND}`, '/dev/null'], {
      env: { ...process.env, CONTENT_DIR: folder },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    let read = 0
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const closed = once(child, 'close')
    /** Types an answer, or Enter alone, once the text before it is there. */
    const answer = async (shown: string, typed = '') => {
      await expect.poll(() => output.slice(read)).toContain(shown)
      read = output.length
      child.stdin.write(`${typed}\r`)
    }
    await expect.poll(() => output).toContain('Languages of the site')
    edit()
    for (const [shown, typed] of [
      ['Languages of the site'],
      ['Name of the department [Department of Plastic Surgery]:', 'Burn Unit'],
      ['in Hindi [as in English]:', '<'],
      ['Name of the department [Burn Unit]:', 'Burns Unit'],
      ...['in Hindi [', 'Hospital [', 'in Hindi [सैंपल अस्पताल]:', 'Address [', 'Address in Hindi ['].map((shown) => [
        shown,
      ]),
      ["country's telephone numbers [+91]", '44'],
      ['Telephone [+91 00000 00000]'],
      ['it should begin with the countryPrefix, +44', '+44 1632 960123'],
      ...['you call [', 'emergencies [112]', 'E-mail address [', 'privacy [', 'website ['].map((shown) => [shown]),
      ['Time zone [Asia/Kolkata]', 'London'],
      ['Did you mean Europe/London?', 'Europe/London'],
      ['hours at which you call [Mo-Su 00:00-24:00]', 'Mo-Fr 9-17'],
      ['Dates on which nobody calls', '2027-01-01, 2026-12-25'],
      ['Slots that visitors can choose', 'hours'],
      ['Digits of a telephone number', '9-12'],
      ...['Days for which you keep', 'Colour of the paper', 'Colour of the ink'].map((shown) => [shown]),
      ['Colour of action', '8A1538'],
    ])
      await answer(shown ?? '', typed)
    expect(await closed).toEqual([0, null])
    expect(output).toContain('Name of the department: Department of Plastic Surgery → Burns Unit')
    expect(details()).toEqual({
      ...SAMPLE,
      name: { en: 'Burns Unit' },
      ...BRITISH,
      emergencyTelephone: '999',
      timeZone: 'Europe/London',
      callingHours: { days: SAMPLE.callingHours.days.slice(0, 5), from: '09:00', until: '17:00' },
      closedDays: ['2026-12-25', '2027-01-01'],
      timeSlots: ['Anytime', ...TIME_SLOTS.slice(5, 10)],
      phoneDigits: { least: 9, most: 12 },
      colours: { ...SAMPLE.colours, action: '#8a1538', actionDeep: '#6f0c2c' },
    })
  },
)
