/** The hospital's own sign-in: an OpenID Connect provider, and what it knows of the desk. */
export interface OidcSettings {
  /** As the provider names itself. */
  issuer: URL
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** What the provider is asked for, such as `openid profile email`. */
  scope: string
  /** The claim that says a person's roles or groups. */
  roleClaim: string
  /** The values of that claim which make somebody a coordinator or a manager. */
  coordinatorValue: string
  managerValue: string
}
