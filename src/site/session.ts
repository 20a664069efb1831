/** Does something with the session's storage, which a browser may refuse, or which may be full: then gives undefined. */
export function withStorage<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage)
  } catch {
    return undefined
  }
}
