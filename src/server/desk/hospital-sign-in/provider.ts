import * as client from 'openid-client'
import type { HospitalPerson } from '../../../callback-request/staff-account.ts'
import { type Claims, isComplete, type OidcSettings, personOf } from './identity.ts'

/** For each call of the provider. A sign-in makes at most three, in less than the listener's 20 s. */
const TIMEOUT_SECONDS = 5

/** The provider's answer, also none, is kept for so long. */
const ASKED_EVERY_MS = 10_000

/** How far the provider's clock may differ from ours. */
const CLOCK_TOLERANCE_SECONDS = 30

/** A subject has at most 255 ASCII characters. https://openid.net/specs/openid-connect-core-1_0.html#IDToken */
const SUBJECT = /^[\x20-\x7e]{1,255}$/

/** What only the browser that began a sign-in knows, and the provider's answer must match. */
export interface PendingSignIn {
  state: string
  nonce: string
  codeVerifier: string
}

/** What the provider's answer says: a person, that somebody gave up at the provider, or something that must not be. */
export type ProviderAnswer =
  | { ok: true; person: HospitalPerson }
  | { ok: false; because: 'cancelled' | 'invalid'; error: unknown }

/** The provider does not answer, or answers nonsense. The desk goes on without it. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable'
}

/**
 * The hospital's provider (OpenID Connect): authorization code flow with PKCE, state and nonce. It keeps no tokens. The
 * only user of openid-client, and loaded only where there is a provider.
 */
export class HospitalProvider {
  readonly #settings: OidcSettings
  readonly #deskUrl: URL
  readonly #now: () => Date
  #discovery: Promise<client.Configuration> | undefined
  #latest: client.Configuration | undefined
  #askedAt = 0

  /** @param deskUrl the desk's address as staff see it */
  constructor(settings: OidcSettings, deskUrl: URL, now: () => Date) {
    this.#now = now
    this.#settings = settings
    this.#deskUrl = deskUrl
  }

  /**
   * Begins a sign-in. Asks the provider how to sign in, at most once in ten seconds, so that nobody is sent to one that
   * does not answer, and nobody can make the desk call it without end.
   *
   * @throws ProviderUnavailable
   */
  async begin(): Promise<{ url: URL; pending: PendingSignIn }> {
    const configuration = await this.#discover()
    const pending = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      codeVerifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri.href,
      scope: this.#settings.scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
    })
    return { url, pending }
  }

  /**
   * Checks the provider's answer, and exchanges its code for what the provider says about the person. Issuer, audience,
   * times, nonce and signature of the ID token are checked.
   *
   * @param query of the address to which the provider sent the browser back
   * @throws ProviderUnavailable
   */
  async complete(query: string, { state, nonce, codeVerifier }: PendingSignIn): Promise<ProviderAnswer> {
    const configuration = this.#latest ?? (await this.#discover())
    const answered = new URL(this.#redirectUri)
    answered.search = query
    try {
      const tokens = await client.authorizationCodeGrant(configuration, answered, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
      })
      const idToken = tokens.claims()
      if (!idToken) throw new Error('There is no ID token.')
      if (!SUBJECT.test(idToken.sub)) throw new Error('The ID token names nobody.')
      const claims: Claims = isComplete(idToken, this.#settings)
        ? idToken
        : { ...(await this.#userInfo(configuration, tokens.access_token, idToken.sub)), ...idToken }
      return { ok: true, person: personOf(idToken.sub, claims, this.#settings) }
    } catch (error) {
      if (isNoAnswer(error)) throw new ProviderUnavailable('No answer to a code', { cause: error })
      const isCancelled = error instanceof client.AuthorizationResponseError && error.error === 'access_denied'
      return { ok: false, because: isCancelled ? 'cancelled' : 'invalid', error }
    }
  }

  /**
   * Where the browser ends the person's session at the provider, which sends it back to the desk's sign-in page. Without
   * the ID token, which contains personal data. Undefined where the provider does not offer this, or does not answer.
   */
  async signOutUrl(): Promise<URL | undefined> {
    const configuration = this.#latest ?? (await this.#discover().catch(() => undefined))
    if (!configuration?.serverMetadata().end_session_endpoint) return undefined
    return client.buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: new URL('/sign-in', this.#deskUrl).href,
      state: 'signed-out',
    })
  }

  get #redirectUri(): URL {
    return new URL('/sign-in/hospital/callback', this.#deskUrl)
  }

  /** Some providers put only the subject into the ID token. The answer must be about the same subject. */
  async #userInfo(configuration: client.Configuration, accessToken: string, subject: string): Promise<Claims> {
    if (!configuration.serverMetadata().userinfo_endpoint) return {}
    return client.fetchUserInfo(configuration, accessToken, subject)
  }

  /** One call in ten seconds, answered or not, however many sign-ins begin. */
  async #discover(): Promise<client.Configuration> {
    const now = this.#now().getTime()
    if (this.#discovery === undefined || Math.abs(now - this.#askedAt) >= ASKED_EVERY_MS) {
      this.#askedAt = now
      this.#discovery = this.#askProvider()
    }
    this.#latest = await this.#discovery
    return this.#latest
  }

  async #askProvider(): Promise<client.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings
    const isOnThisMachine = issuer.protocol === 'http:'
    try {
      const configuration = await client.discovery(
        issuer,
        clientId,
        { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
        clientSecret === null ? client.None() : secretAuthentication(clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          // Signatures are checked although TLS protects the answers: a hospital's network may open TLS.
          execute: [client.enableNonRepudiationChecks, ...(isOnThisMachine ? [client.allowInsecureRequests] : [])],
        },
      )
      // openid-client accepts issuers of many tenants, whose own administrators could make anybody a manager here.
      if (new URL(configuration.serverMetadata().issuer).href !== issuer.href)
        throw new Error('Another issuer answered.')
      return configuration
    } catch (error) {
      throw new ProviderUnavailable('No configuration', { cause: error })
    }
  }
}

/** As the provider takes the client's secret; in the header unless it says otherwise, as the specification does. */
function secretAuthentication(secret: string): client.ClientAuth {
  const [inHeader, inBody] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, metadata, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic') ? inHeader : inBody
    return authenticate(server, metadata, body, headers)
  }
}

/** Whether the provider did not answer at all, or with a fault of its own. */
function isNoAnswer(error: unknown): boolean {
  if (error instanceof TypeError) return error.message === 'fetch failed'
  if (!(error instanceof client.ClientError)) return false
  if (error.code === 'OAUTH_TIMEOUT') return true
  return error.cause instanceof Response && error.cause.status >= 500
}
