import { generateKeyPairSync, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error It has no types.
import Provider from 'oidc-provider'

/** What the provider says about a person, by the person's subject, which is also what the person types there. */
type People = Record<string, Record<string, unknown>>

/** Of a call of the provider. */
interface Context {
  path: string
  body: unknown
  response: { get(header: string): string }
  oidc: { client: { clientId: string }; session: { accountId: string }; provider: typeof Provider }
}

type Change = (answer: Record<string, string>) => Record<string, string>

export const ROLE_VALUES = { coordinatorValue: 'desk-coordinators', managerValue: 'desk-managers' }

/** With which the provider signs. */
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })

/** In seconds. */
const HOUR = 3_600

/**
 * Starts a real OpenID Connect provider with its own pages for signing in, as `localhost`, so that it is another site than a desk at `127.0.0.1`. It requires PKCE, and gives
 * everybody's consent itself.
 *
 * @param deskUrl the desk's address as staff see it
 * @param claimsIn where the claims are; most providers put them into the ID token
 */
export async function startHospitalProvider(
  deskUrl: string,
  { claimsIn = 'id-token' }: { claimsIn?: 'id-token' | 'user-info' } = {},
) {
  const people: People = {}
  const changes = new Map<string, Change>()
  const server = createServer()
  const port = await listen(server, 0)
  const issuer = `http://localhost:${port}`
  const client = { client_id: 'callback-desk', client_secret: 'a secret of the desk, invented for tests' }
  const secrets: string[] = [client.client_secret]
  const provider = withoutWarnings(
    () =>
      new Provider(issuer, {
        clients: [
          {
            ...client,
            redirect_uris: [`${deskUrl}/sign-in/hospital/callback`],
            post_logout_redirect_uris: [`${deskUrl}/sign-in`],
          },
        ],
        jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] },
        cookies: { keys: ['a key of a provider in tests'] },
        pkce: { required: () => true },
        ttl: { AccessToken: HOUR, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
        claims: { openid: ['sub'], profile: ['name', 'roles'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: claimsIn === 'user-info',
        findAccount: (_: unknown, subject: string) => ({
          accountId: subject,
          claims: () => ({ sub: subject, ...people[subject] }),
        }),
        loadExistingGrant: consent,
        features: { rpInitiatedLogout: { logoutSource: showSignOutPage } },
        renderError: (context: { body: unknown }, out: object) => {
          context.body = JSON.stringify(out)
        },
      }),
  )
  provider.use(async (context: Context, next: () => Promise<void>) => {
    await next()
    const [, code] = /[?&]code=([^&]+)/.exec(context.response.get('location')) ?? []
    const { id_token, access_token } = Object(context.body)
    secrets.push(...[code, id_token, access_token].filter((secret) => secret !== undefined))
    const change = changes.get(context.path)
    if (change) context.body = change(context.body as Record<string, string>)
  })
  server.on('request', provider.callback())
  return {
    settings: {
      issuer: new URL(issuer),
      clientId: client.client_id,
      clientSecret: client.client_secret,
      scope: 'openid profile email',
      roleClaim: 'roles',
      ...ROLE_VALUES,
    },
    people,
    /** The tokens and codes that it has given, and the desk's own secret. */
    secrets,
    /** Changes the answers of a path from now on. */
    changeAnswers: (path: string, change: Change) => void changes.set(path, change),
    stop: async () => {
      server.closeAllConnections()
      if (server.listening) await new Promise((resolve) => server.close(resolve))
    },
    /** Listens again at the same address. */
    start: async () => void (await listen(server, port)),
  }
}

export type RunningProvider = Awaited<ReturnType<typeof startHospitalProvider>>

/** A token that has been changed, with a signature of the provider as if it had issued it so. */
export function signAgain(token: string): string {
  const content = token.slice(0, token.lastIndexOf('.'))
  return `${content}.${sign('sha256', Buffer.from(content), privateKey).toString('base64url')}`
}

async function consent({ oidc: { provider, client, session } }: Context) {
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile email')
  await grant.save()
  return grant
}

function showSignOutPage(context: { body: unknown }, form: string) {
  context.body = `<!doctype html><title>Sign out</title>${form}<button form="op.logoutForm" name="logout" value="yes">Sign out of the hospital</button>`
}

/** The provider warns that it is not for production. */
function withoutWarnings<Result>(work: () => Result): Result {
  const { warn } = console
  console.warn = () => {}
  try {
    return work()
  } finally {
    console.warn = warn
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, 'localhost')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
