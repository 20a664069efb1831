import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { startHospitalDesk } from '../../../tests/support/hospital/start-hospital-desk.ts'
import { PASSWORD } from '../../../tests/support/staff-accounts.ts'
import type { Browser } from '../../../tests/support/start-desk-listener.ts'
import type { Access } from './access.ts'

/** What each kind of caller is answered, by the access of a route; undefined where the route itself answers. */
const EXPECTED: Record<Access, Record<string, number | undefined>> = {
  anyone: {},
  code: { nobody: 401, enrolling: 401, coordinator: 401, manager: 401 },
  enrolling: { nobody: 401, withoutCode: 401 },
  staff: { nobody: 401, withoutCode: 401, enrolling: 403 },
  coordinator: { nobody: 401, withoutCode: 401, enrolling: 403, manager: 403 },
  manager: { nobody: 401, withoutCode: 401, enrolling: 403, coordinator: 403 },
}

/** Who may call what. All other calls are for all signed-in staff. */
const NOT_ALL_STAFF: Record<Exclude<Access, 'staff'>, string[]> = {
  anyone: [
    'GET /api/sign-in/options',
    'GET /sign-in/hospital',
    'GET /sign-in/hospital/callback',
    'POST /api/invitations/accept',
    'POST /api/invitations/look',
    'POST /api/sign-in',
  ],
  code: ['POST /api/sign-in/code'],
  enrolling: ['GET /api/me', 'GET /api/second-factor', 'POST /api/second-factor', 'POST /api/sign-out'],
  coordinator: ['DELETE /api/second-factor'],
  manager: [
    'GET /api/audit',
    'GET /api/report',
    'GET /api/report/missed',
    'GET /api/requests/:reference/erase',
    'GET /api/staff',
    'PATCH /api/staff/:id',
    'POST /api/exports',
    'POST /api/requests/:reference/erase',
    'POST /api/requests/:reference/export',
    'POST /api/staff/:id/disable',
    'POST /api/staff/:id/enable',
    'POST /api/staff/:id/reset',
    'POST /api/staff/invitations',
  ],
}

test('Every route refuses exactly the callers that its access excludes, before it looks at the call', async () => {
  const { routes, signedIn, browser, clock } = await startCollecting()
  const listed = Object.groupBy(routes, ({ access }) => access)
  for (const [access, expected] of Object.entries(NOT_ALL_STAFF)) {
    expect(listed[access as Access]?.map(({ method, url }) => `${method} ${url}`).sort(), access).toEqual(expected)
  }

  const manager = await signedIn('manager')
  const coordinator = await signedIn('coordinator')
  const other = await signedIn('coordinator')
  const enrolling = await signedIn('coordinator')
  await manager.patch(`/api/staff/${enrolling.id}`, { role: 'manager', password: PASSWORD })
  await enrolling.signIn()
  const withoutCode = browser()
  withoutCode.email = manager.email
  clock.pass({ minutes: 1 })
  await withoutCode.signIn()
  const callers: Record<string, Browser> = { nobody: browser(), withoutCode, enrolling, coordinator, manager }

  for (const { method, url, access } of routes) {
    for (const [name, caller] of Object.entries(callers)) {
      const expected = EXPECTED[access][name]
      if (expected === undefined && ['/api/sign-out', '/api/events'].includes(url)) continue
      // Neither a record that does not exist nor a broken body is noticed before the refusal.
      for (const id of expected ? [other.id, manager.id, 'nobody'] : ['nobody']) {
        const response = await caller.call({
          method: method as 'GET',
          url: url.replace(':id', id),
          headers: { 'content-type': 'text/plain' },
          ...(method !== 'GET' && { payload: '{' }),
        })
        const label = `${name}: ${method} ${url}`
        if (expected) expect(response.statusCode, label).toBe(expected)
        else expect([401, 403], label).not.toContain(response.statusCode)
        if (name === 'enrolling' && expected === 403) expect(response.json().code).toBe('enrol-first')
      }
    }
  }
  // The refused calls have changed nothing.
  for (const caller of [coordinator, other, manager]) expect((await caller.get('/api/me')).statusCode).toBe(200)
})

/** A desk, and each of its routes besides the app's pages and files, as the listener itself registers them. */
async function startCollecting() {
  const registered: RouteOptions[] = []
  const collect = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', (route) => void registered.push(route))
  }
  subscribe('fastify.initialization', collect)
  const desk = await startHospitalDesk()
  unsubscribe('fastify.initialization', collect)
  const routes = registered
    .filter(({ url, method }) => /^\/(api|sign-in)\//.test(url) && method !== 'HEAD')
    .map(({ url, method, config }) => ({ method: String(method), url, access: config?.access ?? 'anyone' }))
  return { ...desk, routes }
}
