import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Download, expect, type Page } from '@playwright/test'
import { localDayText } from '../../../src/callback-request/local-clock.ts'
import { storeMany } from '../../support/database/store-many.ts'
import { alerted, holdBack, rowsIn } from '../../support/desk/calls.ts'
import { test } from '../../support/desk/desk-test.ts'
import { ASHA, MEERA, signIn } from '../../support/desk/people.ts'

const box = (page: Page) => page.getByRole('searchbox', { name: 'Name, number, e-mail or reference' })

test('Somebody is found by name, number, address and reference, and no address of a call says whom', async ({
  page,
  desk,
}) => {
  const reference = await desk.receive({ name: 'Zoë Invented', phone: '0000000001', email: 'zoe@visitor.example' })
  await desk.receive({ name: 'Ravi Invented', phone: '0000000002', email: 'ravi@visitor.example' })
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url(), request.headers().referer ?? ''))
  await signIn(page, desk, ASHA)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('/')
  await expect(box(page)).toBeFocused()
  await expect(page).toHaveTitle('Find – Callback desk')
  await expect(rowsIn(page, 'Requests')).toHaveCount(2)
  for (const key of ['Escape', 'j', 'j']) await page.keyboard.press(key)
  await expect(page.getByRole('link', { name: 'Zoë Invented' })).toBeFocused()

  // The audit log says who has searched: what changes at the desk searches nothing.
  const heard = page.waitForResponse('**/api/deliveries?limit=0')
  await desk.receive({ name: 'Kiran Invented', phone: '0000000003' })
  await heard
  for (const text of [reference.replace('-', ' '), 'zoe', '0000000001', 'ZOE@visitor.example']) {
    const searched = page.waitForResponse('**/api/requests/search')
    await box(page).fill(text)
    await searched
    await expect(rowsIn(page, 'Requests'), text).toHaveText([/Zoë Invented/])
  }
  const searches = desk.database.selectFrom('audit_events').select('id').where('kind', '=', 'searched')
  expect(await searches.execute()).toHaveLength(1 + 4)
  await page.keyboard.press('Escape')
  await expect(box(page)).not.toBeFocused()
  await expect(box(page)).not.toHaveValue('') // browsers would empty it
  await box(page).fill('z')
  await expect(page.getByText('Please enter a word of at least two letters, or six digits')).toBeVisible()

  await box(page).fill('zoe inv')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/find#text=zoe+inv')
  await expect(rowsIn(page, 'Requests')).toHaveCount(1)
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Zoë Invented' })).toBeFocused()
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page).toHaveURL('/find#text=zoe+inv')

  await box(page).fill('00000 77777')
  await expect(page.getByText('No request has this number, or one that begins or ends like this.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a callback' }).click()
  await expect(page.getByRole('dialog').getByLabel('Telephone number')).toHaveValue('00000 77777')
  await page.getByRole('dialog').getByLabel('Telephone number').fill('00000 00001')
  await expect(page.getByText('Waiting at this number: Zoë Invented')).toBeVisible()
  // Whoever looks there loses nothing that was typed.
  const tab = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Zoë Invented (new tab)' }).click()
  await expect((await tab).getByRole('heading', { name: 'Zoë Invented', level: 1 })).toBeVisible()
  await (await tab).close()
  const searched = page.waitForResponse('**/api/requests/search')
  await page.getByRole('dialog').getByLabel('Telephone number').fill('00000 77777')
  await searched
  await expect(page.getByText('Waiting at this number')).toHaveCount(0)
  const { length } = await searches.execute()
  await page.getByRole('dialog').getByLabel('Name').fill('Devika Invented')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Devika Invented', level: 1 })).toBeVisible()
  expect(await searches.execute()).toHaveLength(length) // neither adding nor leaving is a search
  expect(addresses.join(' ')).not.toMatch(/zoe|inv\b|0000000001/i)
})

test('An address shows the same view whenever it is opened, and the fields follow it', async ({ page, desk }) => {
  await desk.receive({}, { campaign: { source: null, medium: null, campaign: 'autumn', term: null, content: null } })
  await desk.receive({ name: 'Asha Other', phone: '0000000003' })
  const today = localDayText(new Date(), 'Asia/Kolkata')
  await signIn(page, desk, ASHA, '/find')
  await page.getByRole('combobox', { name: 'Service' }).selectOption('Rhinoplasty')
  await expect(page).toHaveURL('/find?service=Rhinoplasty')
  await page.getByRole('combobox', { name: 'Status' }).selectOption('New')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('combobox', { name: 'Form' }).selectOption('Appointment')
  await box(page).fill('two ')
  await expect(page).toHaveURL(/text=two$/)
  await expect(box(page)).toHaveValue('two ') // what is still being typed stays
  await page.getByRole('combobox', { name: 'Campaign' }).fill('autumn')
  await page.getByLabel('From').fill('0002-11-01') // while a year is typed
  await page.getByLabel('To', { exact: true }).fill(today)
  await expect(page).toHaveURL(/\bto=/)
  await expect(page.getByLabel('From')).toHaveValue('0002-11-01')
  await page.getByLabel('From').fill(today)
  await box(page).fill('asha')
  const address = `/find?service=Rhinoplasty&status=new&from=${today}&to=${today}&form=appointment&campaign=autumn#text=asha`
  await expect(page).toHaveURL(address)

  const fields = page.getByRole('search').locator('input, select')
  const showsTheView = async () => {
    await expect(rowsIn(page, 'Requests')).toHaveText([/Asha Invented/])
    const values = await Promise.all((await fields.all()).map((field) => field.inputValue()))
    expect(values).toEqual(['asha', 'Rhinoplasty', 'new', today, today, '', 'appointment', 'autumn'])
  }
  await showsTheView()
  await page.reload()
  await showsTheView()
  await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Find' }).click()
  await expect(rowsIn(page, 'Requests')).toHaveCount(2)
  for (const field of await fields.all()) await expect(field).toHaveValue('')
  await page.goBack()
  await showsTheView()

  // What is stored is no unknown value, also when the site does not offer it any more.
  const former = { service: 'Former', language: 'mr' }
  await desk.database.updateTable('callback_requests').set(former).where('name', '=', 'Asha Other').execute()
  await page.goto('/find?service=Former&language=mr')
  await expect(rowsIn(page, 'Requests')).toHaveText([/Asha Other/])
  await expect(page.getByRole('combobox', { name: 'Service' })).toHaveValue('Former')
  await page.goto('/find?service=Never&language=zz&form=appointment')
  await expect(page.getByText('A filter in the address of this page is unknown and was left out.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Service' })).toHaveValue('')
  await expect(rowsIn(page, 'Requests')).toHaveCount(2)
})

test('A search that examines many rows goes on by itself', async ({ page, desk }) => {
  await desk.receive(
    { name: 'Ravi Invented', form: 'contact', service: null, message: 'Please call' },
    { minutesAgo: 1 },
  )
  await storeMany(desk.database, 10_500, { received_at: new Date().toISOString() })
  for (let number = 1; number <= 50; number++) await desk.receive({ form: 'contact', service: null, message: 'Hello' })
  // The third call waits, so that the page can be seen before it.
  const seen = Promise.withResolvers<void>()
  let calls = 0
  await page.route('**/api/requests/search', async (route) => {
    if (++calls === 3) await seen.promise
    await route.continue()
  })
  await signIn(page, desk, MEERA, '/find?form=contact')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('Searching further back: so far until')).toBeVisible()
  await expect(page.getByText('There are no other requests.')).toHaveCount(0)
  seen.resolve()
  await expect(rowsIn(page, 'Requests')).toHaveCount(51)
  await expect(rowsIn(page, 'Requests').last()).toContainText('Ravi Invented')
  await expect(page.getByText('There are no other requests.')).toBeFocused()
})

test('What was found is exported once, and saves no file when stopped or broken', async ({ page, desk }) => {
  await desk.receive()
  await desk.receive({ name: 'Ravi Other', phone: '0000000003' })
  await signIn(page, desk, MEERA, '/find?form=appointment#text=asha')
  await expect(rowsIn(page, 'Requests')).toHaveCount(1)
  const button = page.getByRole('button', { name: 'Export CSV' })
  const downloads: Download[] = []
  page.on('download', (download) => downloads.push(download))
  const release = await holdBack(page, '**/api/exports')
  await button.dblclick()
  release()
  await expect(page.getByText('Exported 1 row.')).toBeVisible()
  await expect.poll(() => downloads.length).toBe(1)
  expect(downloads[0]?.suggestedFilename()).toMatch(/^callbacks-\d{4}-\d\d-\d\d\.csv$/)
  const file = await readFile((await downloads[0]?.path()) ?? '', 'utf8')
  expect(file).toMatch(/^\ufeffreference.*\r\n.*Asha Invented.*\r\n$/)

  // From now on an export says two rows, and waits.
  let answer: ServerResponse | undefined
  const server = createServer((_request, response) => {
    answer = response.writeHead(200, { 'content-type': 'text/csv' })
    answer.write('reference,name,message\r\n1,Asha,"quoted ""once""\nand\r\nbroken"\r\n2,Ravi,\r\n3,Ina')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await page.route('**/api/exports', (route) => route.continue({ url: `http://127.0.0.1:${port}/` }))
  const stop = page.getByRole('button', { name: 'Stop export' })

  await button.click()
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  await stop.click()
  await expect(page.getByText('The export was stopped. No file was saved.')).toBeVisible()
  await expect(button).toBeFocused()
  await expect(stop).toHaveCount(0)

  await button.click()
  await expect(page.getByText('Exporting: 2 rows so far.')).toBeVisible()
  answer?.destroy()
  await expect(alerted(page, /^The export did not arrive completely. No file was saved./)).toBeVisible()

  expect(downloads).toHaveLength(1)
  server.close()
})
