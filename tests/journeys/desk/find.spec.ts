import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Download, expect, type Page } from '@playwright/test'
import { localDayText } from '../../../src/callback-request/local-clock.ts'
import type { CallbackDetails } from '../../../src/callback-request/stored-request.ts'
import { CallbackRequests } from '../../../src/server/storage/requests/callback-requests.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'
import type { Desk } from '../../support/desk/running-desk.ts'
import { DETAILS, SUBMISSION } from '../../support/samples.ts'

async function store(desk: Desk, changes: Partial<CallbackDetails>[], campaign: string | null = null) {
  const requests = new CallbackRequests(desk.database)
  const labels = campaign === null ? null : { source: null, medium: null, campaign, term: null, content: null }
  const stored = changes.map((change, number) =>
    requests.receive({ ...DETAILS, ...change } as CallbackDetails, {
      ...SUBMISSION,
      receivedAt: new Date(Date.now() - number * 60_000),
      campaign: labels,
    }),
  )
  return (await Promise.all(stored)).map((result) => (result.ok ? result.reference : ''))
}

const rowsIn = (page: Page) => page.getByRole('table', { name: 'Requests' }).locator('tbody').getByRole('row')
const box = (page: Page) => page.getByRole('searchbox', { name: 'Name, number, e-mail or reference' })

test('Somebody is found by name, number, address and reference, and no address of a call says whom', async ({
  page,
  desk,
}) => {
  const [reference = ''] = await store(desk, [
    { name: 'Zoë Invented', phone: '0000000001', email: 'zoe@visitor.example' },
    { name: 'Ravi Invented', phone: '0000000002', email: 'ravi@visitor.example' },
  ])
  await signIn(page, desk, ASHA)
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await expect(page).toHaveTitle('Find – Callback desk')
  await expect(rowsIn(page)).toHaveCount(2)

  for (const text of ['zoe', '0000000001', 'ZOE@visitor.example', reference.toLowerCase().replace('-', '')]) {
    await box(page).fill(text)
    await expect(rowsIn(page), text).toHaveText([/Zoë Invented/])
  }
  await page.keyboard.type('xx')
  await expect(page.getByText('No name has words that begin like this.')).toBeVisible()
  await box(page).fill('0002')
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await box(page).fill('z')
  await expect(page.getByText('Please enter a word of at least two letters, or four digits')).toBeVisible()

  await box(page).fill('zoe inv')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/find#text=zoe+inv')
  await page.reload()
  await expect(box(page)).toHaveValue('zoe inv')
  await rowsIn(page).getByRole('link', { name: 'Zoë Invented' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Zoë Invented')
  await page.goBack()
  await expect(box(page)).toHaveValue('zoe inv')
  await expect(rowsIn(page)).toHaveCount(1)

  await box(page).fill('00000 77777')
  await expect(page.getByText('No request has this number.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a callback' }).click()
  await expect(page.getByRole('dialog').getByLabel('Telephone number')).toHaveValue('00000 77777')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0)
  expect(addresses.join(' ')).not.toMatch(/zoe|inv\b|0000000001/i)
})

test('Filters are in the address, pages follow each other, and unknown filters are said', async ({ page, desk }) => {
  const many = Array.from({ length: 60 }, (_, number) => ({
    name: `Asha Invented ${number}`,
    phone: `00000000${String(number).padStart(2, '0')}`,
  }))
  await store(desk, many, 'autumn')
  await store(desk, [{ name: 'Ravi Invented', form: 'contact', service: null, message: 'Please call' }], 'letter')
  await signIn(page, desk, MEERA)
  await page.goto('/find?status=nonsense&form=contact')
  await expect(page.getByText('A filter in the address of this page is unknown and was left out.')).toBeVisible()
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await page.getByRole('combobox', { name: 'Form' }).selectOption('All forms')
  await expect(page).toHaveURL('/find')
  await expect(rowsIn(page)).toHaveCount(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(rowsIn(page)).toHaveCount(61)
  await expect(page.getByText('There are no other requests.')).toBeFocused()
  await page.getByRole('combobox', { name: 'Campaign' }).fill('letter')
  await expect(page).toHaveURL('/find?campaign=letter')
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(box(page)).toBeFocused()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To').fill('2020-01-02')
  await expect(page).toHaveURL('/find?from=2020-01-01&to=2020-01-02')
  await expect(page.getByText('No request matches.')).toBeVisible()
})

test('An address shows the same view whenever it is opened, and the fields follow it', async ({ page, desk }) => {
  await store(desk, [{ name: 'Asha Invented' }, { name: 'Asha Other', service: 'Liposuction' }], 'autumn')
  await store(desk, [{ name: 'Ravi Invented', phone: '0000000002' }], 'autumn')
  await store(desk, [{ name: 'Asha Uncampaigned', phone: '0000000003' }])
  await signIn(page, desk, ASHA)
  const calls: string[] = []
  page.on('request', (request) => calls.push(`${request.method()} ${request.url()}`))
  const [today = '', name] = [
    localDayText(new Date(), 'Asia/Kolkata'),
    page.getByRole('link', { name: 'Asha Invented' }),
  ]
  await page.goto('/find')
  await page.getByRole('combobox', { name: 'Service' }).selectOption('Rhinoplasty')
  await expect(page).toHaveURL('/find?service=Rhinoplasty')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('New')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Appointment')
  await page.getByRole('combobox', { name: 'Campaign' }).fill('autumn')
  await page.getByLabel('From').fill(today)
  await page.getByLabel('To', { exact: true }).fill(today)
  await box(page).fill('asha')
  const address = `/find?service=Rhinoplasty&status=new&form=appointment&campaign=autumn&from=${today}&to=${today}#text=asha`
  await expect(page).toHaveURL(address)

  const showsTheView = async () => {
    await expect(rowsIn(page)).toHaveCount(1)
    await expect(name).toBeVisible()
    const fields = await page.getByRole('search').locator('input, select').all()
    const values = await Promise.all(fields.map((field) => field.inputValue()))
    expect(values).toEqual(['asha', 'Rhinoplasty', 'new', '', 'appointment', 'autumn', today, today])
  }
  await showsTheView()
  await page.reload()
  await showsTheView()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Find' }).click()
  await expect(rowsIn(page)).toHaveCount(4)
  for (const field of await page.getByRole('search').locator('input, select').all()) await expect(field).toHaveValue('')
  await page.goBack()
  await showsTheView()
  expect(calls.filter((call) => /asha/i.test(call))).toEqual([])
})

test('A search that examines many rows goes on by itself', async ({ page, desk }) => {
  await store(desk, [{ name: 'Ravi Invented', form: 'contact', service: null, message: 'Please call' }])
  const row = await desk.database.selectFrom('callback_requests').selectAll().executeTakeFirstOrThrow()
  for (let start = 0; start < 5_500; start += 500) {
    const newer = Array.from({ length: 500 }, (_, number) => ({
      ...row,
      reference: `X-${start + number}`,
      form: 'appointment' as const,
      received_at: new Date(Date.parse(row.received_at) + 1 + start + number).toISOString(),
      idempotency_key: null,
      suspected: 1,
      callback: null,
    }))
    await desk.database.insertInto('callback_requests').values(newer).execute()
  }
  await signIn(page, desk, MEERA)
  // The second call waits, so that the page can be seen between the two.
  let goOn = () => {}
  const seen = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/requests/search', async (route) => {
    if (route.request().postDataJSON().after) await seen
    await route.continue()
  })
  await page.goto('/find?form=contact')
  await expect(page.getByText('Searching further back: so far until')).toBeVisible()
  await expect(page.getByText('There are no other requests.')).toHaveCount(0)
  goOn()
  await expect(rowsIn(page)).toHaveText([/Ravi Invented/])
  await expect(page.getByText('There are no other requests.')).toBeVisible()
})

test('A manager downloads what was found, once, and the page says how many rows', async ({ page, desk }) => {
  await store(desk, [
    { name: 'आशा Invented', phone: '0000000001' },
    { name: '=1+1 Invented', phone: '0000000002' },
    { name: 'Ravi Other', phone: '0000000003' },
    { name: 'Ravi Invented', phone: '0000000004', form: 'contact', service: null, message: 'Please call' },
  ])
  await signIn(page, desk, MEERA)
  await page.goto('/find?form=appointment#text=invented')
  await expect(rowsIn(page)).toHaveCount(2)
  // The server waits until the button was pressed twice.
  let goOn = () => {}
  const pressedTwice = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let asked = 0
  await page.route('**/api/exports', async (route) => {
    asked++
    await pressedTwice
    await route.continue()
  })
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).dblclick()
  goOn()
  const download = await downloading
  expect(asked).toBe(1)
  expect(download.suggestedFilename()).toMatch(/^callbacks-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await download.path(), 'utf8')
  // Without a byte order mark Excel shows no Devanagari.
  expect(csv.startsWith('\ufeffreference')).toBe(true)
  expect(csv.split('\r\n').map((line) => line.split(',')[2])).toEqual([
    'name',
    'आशा Invented',
    "'=1+1 Invented",
    undefined,
  ])
  await expect(page.getByText('Exported 2 rows.')).toBeVisible()
})

test('An export says how far it has come, and saves no file when it is stopped or breaks', async ({ page, desk }) => {
  await signIn(page, desk, MEERA)
  const answers: ServerResponse[] = []
  const server = createServer((_request, answer) => {
    answers.push(answer.writeHead(200, { 'content-type': 'text/csv' }))
    answer.write('reference,name,message\r\n1,Asha,"quoted ""once""\nand\r\nbroken"\r\n2,Ravi,\r\n3,Ina')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route('**/api/exports', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  const button = page.getByRole('button', { name: 'Export CSV' })
  const stop = page.getByRole('button', { name: 'Stop export' })
  await page.goto('/find')

  await button.click()
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  await stop.click()
  await expect(page.getByText('The export was stopped. No file was saved.')).toBeVisible()
  await expect(button).toBeFocused()
  await expect(stop).toHaveCount(0)

  await button.click()
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  answers.at(-1)?.destroy()
  await expect(page.getByRole('alert')).toHaveText(/^The export did not arrive completely. No file was saved./)
  await expect(page.getByText('Exporting')).toHaveCount(0)

  await button.click()
  await expect(page.getByRole('alert').filter({ hasText: 'export' })).toHaveCount(0)
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  answers.at(-1)?.end('\r\n')
  await expect(page.getByText('Exported 3 rows.')).toBeVisible()
  await expect.poll(() => downloads.length).toBe(1)

  await button.click()
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  const last = answers.at(-1)
  const closed = last && once(last, 'close')
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Worklist' }).click()
  await closed
  expect([answers.length, downloads.length]).toEqual([4, 1])
  server.close()
})
