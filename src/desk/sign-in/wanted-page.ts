const KEY = 'wanted'

/** Keeps where the person wanted to go while another site signs the person in. In this tab only, and in no address. */
export function keepWantedPage(path: string): void {
  sessionStorage.setItem(KEY, path)
}

/** Where the person wanted to go before another site signed the person in, once. */
export function takeWantedPage(): string | undefined {
  const path = sessionStorage.getItem(KEY) ?? undefined
  sessionStorage.removeItem(KEY)
  return path
}
