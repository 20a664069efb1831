/** Under this key the page keeps how far an export has come. */
export const exportKey = (url: string | undefined) => ['export', url] as const
