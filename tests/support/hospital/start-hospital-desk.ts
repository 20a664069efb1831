import { onTestFinished } from 'vitest'
import { startDeskListener } from '../start-desk-listener.ts'
import { ROLE_VALUES, type RunningProvider, startHospitalProvider } from './hospital-provider.ts'

export const DESK_URL = 'https://desk.clinic.example'

export const COORDINATOR = [ROLE_VALUES.coordinatorValue]
export const MANAGER = [ROLE_VALUES.managerValue]

/** What the provider says about a coordinator. */
export const ASHA = { name: 'Asha Invented', email: 'Asha@clinic.example', email_verified: true, roles: COORDINATOR }

/** The desk's listener behind https and a trusted proxy, with a provider that knows `asha`. */
export async function startHospitalDesk(store?: string, options: Parameters<typeof startHospitalProvider>[1] = {}) {
  const provider: RunningProvider = await startHospitalProvider(DESK_URL, options)
  onTestFinished(provider.stop)
  provider.people.asha = { ...ASHA }
  const desk = await startDeskListener(store, {
    deskUrl: new URL(DESK_URL),
    oidc: provider.settings,
    trustedProxies: ['127.0.0.1'],
  })
  /** The audit log from the first event on, with its details. */
  async function events() {
    const rows = desk.database.selectFrom('audit_events').select(['kind', 'subject', 'detail', 'by']).orderBy('id')
    return (await rows.execute()).map(({ detail, ...event }) => ({ ...event, ...JSON.parse(detail ?? '{}') }))
  }
  return { ...desk, provider, events }
}
