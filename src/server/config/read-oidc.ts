import type { OidcSettings } from '../desk/hospital-sign-in/identity.ts'
import { secureUrl, type Variables } from './variables.ts'

const NEEDED = ['DESK_URL', 'DESK_OIDC_CLIENT_ID', 'DESK_OIDC_COORDINATOR_VALUE', 'DESK_OIDC_MANAGER_VALUE']
const MANAGER = "a value of the claim, another one than the coordinators'"

/**
 * Reads the settings of the hospital's own sign-in (OpenID Connect). Null without `DESK_OIDC_ISSUER`; the other variables
 * are checked all the same.
 */
export function readOidc(variables: Variables): OidcSettings | null {
  const read = variables.read.bind(variables)
  const address = 'an https address (http only on this machine), without user, password and query'
  const issuer = read('DESK_OIDC_ISSUER', address, null, issuerUrl)
  const settings = {
    clientId: read('DESK_OIDC_CLIENT_ID', 'the name under which the provider knows the desk', '', word),
    clientSecret: read('DESK_OIDC_CLIENT_SECRET', 'a text', null, (text) => text),
    scope: read('DESK_OIDC_SCOPE', 'words separated by spaces, one of them openid', 'openid profile email', scope),
    roleClaim: read('DESK_OIDC_ROLE_CLAIM', 'the name of a claim', 'roles', word),
    coordinatorValue: read('DESK_OIDC_COORDINATOR_VALUE', 'a value of the claim', '', (text) => text),
    managerValue: read('DESK_OIDC_MANAGER_VALUE', MANAGER, '', (text) => text),
  }
  if (!variables.isSet('DESK_OIDC_ISSUER')) return null
  const { coordinatorValue, managerValue } = settings
  if (coordinatorValue !== '' && coordinatorValue === managerValue) {
    variables.problems.push(`DESK_OIDC_MANAGER_VALUE must be ${MANAGER}.`)
  }
  for (const needed of NEEDED) variables.require(needed, 'DESK_OIDC_ISSUER')
  return issuer && { issuer, ...settings }
}

function issuerUrl(text: string): URL | undefined {
  const url = secureUrl(text)
  return url && url.search === '' && url.hash === '' ? url : undefined
}

function word(text: string): string | undefined {
  return /\s/.test(text) ? undefined : text
}

function scope(text: string): string | undefined {
  const words = text.split(/\s+/)
  return words.includes('openid') ? words.join(' ') : undefined
}
