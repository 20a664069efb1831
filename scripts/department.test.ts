import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TIME_SLOTS } from '../src/callback-request/time-slots.ts'
import { DEPARTMENT } from '../src/content/checks/check-content.ts'
import { WEEKDAYS } from '../src/content/weekdays.ts'
import { temporaryDirectory } from '../tests/support/temporary-directory.ts'
import { describeRequiring } from '../tests/support/test-requirements.ts'
import { SAMPLE_COLOURS } from './department/colours.ts'
import { leftOfSample } from './department/settled.ts'

// More than 300 lines: the tests share one invented department and the ways to run the command.

const ROOT = join(import.meta.dirname, '..')
const COMMAND = join(ROOT, 'scripts/department.ts')
const FILE = `content/${DEPARTMENT}`

const SAMPLE = {
  ...JSON.parse(readFileSync(join(ROOT, FILE), 'utf8')),
  name: { en: 'Department of Plastic Surgery', hi: 'प्लास्टिक सर्जरी विभाग' },
  hospital: { en: 'Sample Hospital', hi: 'सैंपल अस्पताल' },
  address: { en: '1 Example Road, Sample City, India', hi: '1 एग्ज़ाम्पल रोड, सैंपल सिटी, भारत' },
  sample: true,
  telephone: '+91 00000 00000',
  callsFrom: '+91 00000 00000',
  emergencyTelephone: '112',
  countryPrefix: '+91',
  email: 'plastic.surgery@hospital.example',
  privacyEmail: 'privacy@hospital.example',
  siteAddress: 'https://plastic-surgery.hospital.example',
  timeZone: 'Asia/Kolkata',
  callingHours: { days: WEEKDAYS, from: '00:00', until: '24:00' },
  colours: SAMPLE_COLOURS,
}

/** A folder with the content of the sample, and the command in it. */
async function newProject() {
  const folder = await temporaryDirectory()
  cpSync(join(ROOT, 'content'), join(folder, 'content'), { recursive: true })
  const file = join(folder, FILE)
  writeFileSync(file, JSON.stringify(SAMPLE))
  const departmentWith = (variables: Record<string, string>, ...args: string[]) => {
    const env = { ...process.env, ...variables }
    const ended = spawnSync(process.execPath, [COMMAND, ...args], { cwd: folder, encoding: 'utf8', input: '', env })
    return { lines: ended.stdout.split('\n'), mistakes: ended.stderr.split('\n').slice(0, -1), exitCode: ended.status }
  }
  const department = (...args: string[]) => departmentWith({}, ...args)
  const details = () => JSON.parse(readFileSync(file, 'utf8'))
  return { folder, file, department, departmentWith, details }
}

describe('The department command', () => {
  test('shows the present values, and changes only those that are given', async () => {
    const { department, details, folder } = await newProject()
    expect(department()).toMatchObject({
      lines: expect.arrayContaining(['Hospital: Sample Hospital', 'Time zone: Asia/Kolkata']),
      exitCode: 0,
    })
    const given = ['--time-zone', 'europe/london', '--country-prefix=0044', '--telephone', '+44 1632 960123']
    const { lines, mistakes, exitCode } = department(...given)
    expect({ mistakes, exitCode }).toEqual({ mistakes: [], exitCode: 0 })
    expect(lines).toEqual(
      expect.arrayContaining([
        "Prefix of your country's telephone numbers: +91 → +44",
        'Telephone: +91 00000 00000 → +44 1632 960123',
        'Number from which you call: +91 00000 00000 → +44 1632 960123',
        'Time zone: Asia/Kolkata → Europe/London',
        expect.stringMatching(/^ {2}It is now \w+ \d\d:\d\d \(United Kingdom Time\) there\.$/),
        '  E-mail address: plastic.surgery@hospital.example (--email)',
      ]),
    )
    expect(lines.filter((line) => line.includes('→'))).toHaveLength(4)
    const telephones = { countryPrefix: '+44', telephone: '+44 1632 960123', callsFrom: '+44 1632 960123' }
    expect(details()).toEqual({ ...SAMPLE, ...telephones, timeZone: 'Europe/London' })
    expect(readdirSync(join(folder, 'content'))).toEqual(readdirSync(join(ROOT, 'content')))
  })

  test('keeps the format of the file, and does not write it when nothing changes', async () => {
    const { department, details, file } = await newProject()
    cpSync(join(ROOT, FILE), file)
    const original = readFileSync(file, 'utf8')
    const { emergencyTelephone } = details()
    department('--emergency', '00000')
    expect(details().emergencyTelephone).toBe('00000')
    department('--emergency', emergencyTelephone)
    expect(readFileSync(file, 'utf8')).toBe(original)

    const { mtimeMs } = statSync(file)
    expect(department('--emergency', emergencyTelephone).lines).toEqual(['Nothing was changed.', ''])
    expect([readFileSync(file, 'utf8'), statSync(file).mtimeMs]).toEqual([original, mtimeMs])
  })

  test('says that banners have to be made again after the colours changed, and then only', async () => {
    const { department } = await newProject()
    const reminder = expect.stringMatching(/^If the banners are your own pictures, make them again/)
    expect(department('--emergency', '999').lines).not.toContainEqual(reminder)
    expect(department('--colour-action', '#8a1538').lines).toContainEqual(reminder)
  })

  test('says in one line each what it cannot take, and then changes nothing', async () => {
    const { department, file } = await newProject()
    const original = readFileSync(file, 'utf8')
    expect(department('--name', 'New Name', '--email', 'asha', '--time-zone', 'berln', '--hospital', ' ')).toEqual({
      lines: [''],
      mistakes: [
        '--time-zone: "berln" is not the name of a time zone. Did you mean Europe/Berlin?',
        '--hospital: is empty',
        '--email: is not an e-mail address',
        'Nothing was changed.',
      ],
      exitCode: 1,
    })
    expect(department('--retention-days', 'ten', '--phone-digits', '0').mistakes).toEqual([
      '--retention-days: "ten" is not a number of days such as 365',
      '--phone-digits: is less than 4',
      'Nothing was changed.',
    ])
    expect(department('--nam', 'New Name', '--email', '--hospital')).toMatchObject({
      mistakes: [
        '--nam is not an option. Did you mean --name?',
        expect.stringContaining('"New Name" belongs to no option. Write: npm run department -- --name'),
        expect.stringContaining('--email needs a value.'),
      ],
      exitCode: 1,
    })
    expect(department('--colour-ink', '#777777', '--name', 'New Name')).toMatchObject({
      mistakes: [
        expect.stringMatching(/^--colour-ink: ink #777777 and .* have a contrast of 3\.\d\d:1; a text needs 4\.5:1$/),
        'Nothing was changed.',
      ],
      exitCode: 1,
    })
    expect(department('--country-prefix', '+44').mistakes[0]).toBe(
      '--telephone: "+91 00000 00000" does not dial: it should begin with the countryPrefix, +44',
    )
    expect(readFileSync(file, 'utf8')).toBe(original)
  })

  test('says what is wrong with a file that somebody edited', async () => {
    const { department, file } = await newProject()
    writeFileSync(file, JSON.stringify({ ...SAMPLE, email: 'asha' }))
    expect(department()).toEqual({
      lines: [''],
      mistakes: ['department.json, email: is not an e-mail address', 'Nothing was changed.'],
      exitCode: 1,
    })
    writeFileSync(file, '{ "name": ')
    expect(department('--name', 'New Name').mistakes).toEqual([
      expect.stringContaining('department.json: cannot be read: Unexpected end'),
      'Nothing was changed.',
    ])
  })

  test('lists all options with examples that it takes', async () => {
    const { department } = await newProject()
    const { lines, exitCode } = department('--help')
    expect(exitCode).toBe(0)
    const examples = lines.flatMap((line) => /^ {2}(--\S+) "(.+)"$/.exec(line)?.slice(1) ?? [])
    expect(examples.filter((word) => word.startsWith('--'))).toEqual(
      expect.arrayContaining(['--name', '--name-hi', '--calls-from', '--colour-paper', '--colour-ink']),
    )
    expect(department(...examples)).toMatchObject({ mistakes: [], exitCode: 0 })
  })

  test('removes the sample’s translations of what is now another’s, and later keeps the department’s own', async () => {
    const { department, details } = await newProject()
    const { lines } = department('--name', 'Burns Unit', '--hospital', 'Fenwick Hospital', '--hospital-hi', 'फेनविक')
    expect(lines).toContain('Name of the department in Hindi: प्लास्टिक सर्जरी विभाग → as in English')
    const { name, hospital, address } = details()
    expect({ name, hospital, address }).toEqual({
      name: { en: 'Burns Unit' },
      hospital: { en: 'Fenwick Hospital', hi: 'फेनविक' },
      address: SAMPLE.address,
    })
    department('--address', '12 Orchard Lane', '--country-prefix', '44', '--telephone', '+44 1632 960123')
    department(
      '--email',
      'us@fenwick.example',
      '--privacy-email',
      'us@fenwick.example',
      '--site-address',
      'https://a.example/',
    )
    department('--hospital', 'Fenwick Infirmary')
    expect(details().hospital).toEqual({ en: 'Fenwick Infirmary', hi: 'फेनविक' })
    department('--hospital-hi', 'as in English')
    expect(details().hospital).toEqual({ en: 'Fenwick Infirmary' })
  })

  test('removes what is in a language that the site does not have any more', async () => {
    const { department, details, folder } = await newProject()
    rmSync(join(folder, 'content/hi.json'))
    expect(department('--emergency', '999').lines).toContain('Removed: hi, which is no language of the site')
    const { name, hospital, address } = details()
    expect([name, hospital, address].flatMap(Object.keys)).toEqual(['en', 'en', 'en'])
  })

  test('calls the department a sample until nothing of the sample’s identity is left', async () => {
    const { department, details } = await newProject()
    const remaining = [
      '--hospital',
      'Fenwick Hospital',
      '--address',
      '12 Orchard Lane',
      '--email',
      'us@fenwick.example',
    ]
    department(...remaining, '--privacy-email', 'us@fenwick.example', '--site-address', 'https://fenwick.example')
    expect(details().sample).toBe(true)
    const { lines } = department('--country-prefix', '+44', '--telephone', '+44 1632 960123')
    expect(lines).toContain('The footer no longer says that this is a sample.')
    expect(details()).toMatchObject({ sample: false, callsFrom: '+44 1632 960123' })
    department('--calls-from', '+44 1632 960124')
    department('--telephone', '+44 1632 960125')
    expect(details()).toMatchObject({ telephone: '+44 1632 960125', callsFrom: '+44 1632 960124' })
  })

  test('writes where CONTENT_DIR says, and nowhere else', async () => {
    const { department, departmentWith, details } = await newProject()
    const other = await newProject()
    const CONTENT_DIR = dirname(other.file)
    expect(departmentWith({ CONTENT_DIR }, '--emergency', '999')).toMatchObject({ mistakes: [], exitCode: 0 })
    expect([other.details().emergencyTelephone, details()]).toEqual(['999', SAMPLE])
    expect(department().lines).toContain('Number for emergencies: 112')
    expect(departmentWith({ CONTENT_DIR: join(CONTENT_DIR, 'none') })).toMatchObject({
      mistakes: [expect.stringMatching(/^CONTENT_DIR \(.+none\) cannot be read: ENOENT/)],
      exitCode: 1,
    })
  })

  test('knows the department in `content`', () => {
    const details = JSON.parse(readFileSync(join(ROOT, FILE), 'utf8'))
    expect(leftOfSample(details).length > 0).toBe(details.sample)
  })
})

const hasTerminal = spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')

describeRequiring({ script: hasTerminal }, 'The department command on a terminal', () => {
  const [ENTER, CTRL_C, CTRL_D] = ['\r', '\x03', '\x04']

  /** Starts the command on a terminal, and types each answer once the text before it is there. */
  async function converse(folder: string, ...dialogue: [shown: string, typed: string][]) {
    const child = spawn('script', ['-qec', `${process.execPath} ${COMMAND}`, '/dev/null'], { cwd: folder })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    let read = 0
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    const closed = once(child, 'close')
    for (const [shown, typed] of dialogue) {
      await expect.poll(() => output.slice(read)).toContain(shown)
      read = output.length
      child.stdin.write(typed)
    }
    const [exitCode] = await closed
    return { output, exitCode }
  }

  /** Enter, until a question comes. */
  const KEPT = ['Hospital [', 'Hospital in Hindi [सैंपल अस्पताल]:', 'Address [', 'Address in Hindi ['] as const

  test('asks one question after another, and asks again after a wrong answer', async () => {
    const { folder, details } = await newProject()
    const { output, exitCode } = await converse(
      folder,
      ['Languages of the site', ENTER],
      ['Name of the department [Department of Plastic Surgery]:', `Burn Unit${ENTER}`],
      ['in Hindi [as in English]:', `<${ENTER}`],
      ['Name of the department [Burn Unit]:', `<${ENTER}`],
      ['Languages of the site', ENTER],
      ['Name of the department [Burn Unit]:', `Burns Unit${ENTER}`],
      ['Name of the department in Hindi [as in English]:', ENTER],
      ...KEPT.map((shown): [string, string] => [shown, ENTER]),
      ["country's telephone numbers [+91]", `44${ENTER}`],
      ['Telephone [+91 00000 00000]', ENTER],
      ['it should begin with the countryPrefix, +44', `+44 1632 960123${ENTER}`],
      ['from which you call [+44 1632 960123]', ENTER],
      ['for emergencies [112]', ENTER],
      ['E-mail address [', `asha${ENTER}`],
      ['is not an e-mail address', `us@fenwick.example${ENTER}`],
      ['complaints about privacy [', ENTER],
      ['Address of the website [', ENTER],
      ['Time zone [Asia/Kolkata]', `London${ENTER}`],
      ['Did you mean Europe/London?', `Europe/London${ENTER}`],
      ['Days and hours at which you call [Mo-Su 00:00-24:00]', `Mo-Fr 9-17${ENTER}`],
      ['Slots that visitors can choose', `hours${ENTER}`],
      ['Digits of a telephone number', `9-12${ENTER}`],
      ['Days for which you keep', `lots${ENTER}`],
      ['Days for which you keep', ENTER],
      ['Colour of the paper', ENTER],
      ['Colour of the ink', `#777777${ENTER}`],
      ['a text needs 4.5:1', ENTER],
      ['Colour of action', `8A1538${ENTER}`],
    )
    expect(exitCode).toBe(0)
    expect(output).toContain('Name of the department: Department of Plastic Surgery → Burns Unit')
    expect(details()).toEqual({
      ...SAMPLE,
      name: { en: 'Burns Unit' },
      email: 'us@fenwick.example',
      countryPrefix: '+44',
      telephone: '+44 1632 960123',
      callsFrom: '+44 1632 960123',
      timeZone: 'Europe/London',
      callingHours: {
        ...SAMPLE.callingHours,
        days: SAMPLE.callingHours.days.slice(0, 5),
        from: '09:00',
        until: '17:00',
      },
      timeSlots: ['Anytime', ...TIME_SLOTS.slice(5, 10)],
      phoneDigits: { least: 9, most: 12 },
      colours: { ...SAMPLE.colours, action: '#8a1538', actionDeep: '#6f0c2c' },
    })
  })

  test('keeps what an editor saved while it was open', async () => {
    const { folder, file, department, details } = await newProject()
    const labels = department().lines.flatMap((line) => line.split(': ')[0] || [])
    const answers = labels.map((label): [string, string] => [`${label} [`, ENTER])
    const last = answers.splice(-1)
    const [[question = ''] = []] = last
    const running = converse(folder, ...answers, [question, `#8a1538${ENTER}`])
    writeFileSync(file, JSON.stringify({ ...SAMPLE, emergencyTelephone: '999' }))
    expect((await running).exitCode).toBe(0)
    expect(details()).toMatchObject({ emergencyTelephone: '999', colours: { action: '#8a1538' } })
  })

  test.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('changes nothing when %s ends it', async (_, key) => {
    const { folder, file } = await newProject()
    const original = readFileSync(file, 'utf8')
    const { output, exitCode } = await converse(
      folder,
      ['Languages', ENTER],
      ['Name of the', `Burns Unit${ENTER}`],
      ['in Hindi [', key],
    )
    expect({ said: output.includes('Nothing was changed.'), exitCode }).toEqual({ said: true, exitCode: 130 })
    expect(readFileSync(file, 'utf8')).toBe(original)
  })
})
