/** Data inside a page, as JSON that cannot end its element. No browser runs it, whatever the site's policy allows. */
export function DataBlock({ type, id, data }: { type: string; id?: string; data: unknown }) {
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c')
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type={type} id={id} dangerouslySetInnerHTML={{ __html }} />
}
