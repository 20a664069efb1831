import { expect } from 'vitest'
import { hasPostgres } from '../../../tests/support/database/postgres-binaries.ts'
import { sharedPostgresDatabase } from '../../../tests/support/database/postgres-database.ts'
import { PASSWORD, startDeskListener } from '../../../tests/support/start-desk-listener.ts'
import { testRequiring } from '../../../tests/support/test-requirements.ts'

const newStore = sharedPostgresDatabase()

/** Without the lock, one in three of the rounds left a session. */
const ROUNDS = 24

testRequiring(
  { PostgreSQL: hasPostgres() },
  'A sign-in at the moment of a role change, a reset or a disabling on another instance leaves no session',
  {},
  async () => {
    const location = await newStore()
    const one = await startDeskListener(location, { trustedProxies: ['127.0.0.1'] })
    const two = await startDeskListener(location)
    const manager = await two.signedIn('manager')
    for (let round = 0; round < ROUNDS; round++) {
      const person = await one.signedIn('coordinator')
      const tab = one.browser()
      const change = [
        () => manager.patch(`/api/staff/${person.id}`, { role: 'manager', password: PASSWORD }),
        () => manager.post(`/api/staff/${person.id}/reset`, { password: PASSWORD }),
        () => manager.post(`/api/staff/${person.id}/disable`),
      ][round % 3]
      const signIn = tab.signIn({ email: person.email, client: `203.0.113.${round}` })
      // Hashing takes some tens of milliseconds: the change comes at different moments of the sign-in.
      await new Promise((resolve) => setTimeout(resolve, round * 2))
      const [signedIn, changed] = await Promise.all([signIn, change?.()])
      expect(changed?.statusCode).toBeLessThan(300)
      await manager.post(`/api/staff/${person.id}/enable`) // a disabled account would hide its sessions
      // After the change of the role, a sign-in leads to the second factor.
      const isLater = signedIn.statusCode === 200 && signedIn.json().next === 'enrol'
      expect((await tab.get('/api/me')).statusCode, `round ${round}`).toBe(isLater ? 200 : 401)
    }
  },
)
