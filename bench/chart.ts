import { amount, boundOf, type Finding, holds } from './finding.ts'

/** In px. */
const WIDTH = 1000
const ROW = 26
const LABELS = 510
const SCALE = 330

/** The longest bar, as a share of what is allowed. */
const LONGEST = 1.25

/** Draws each finding as a bar: its share of what is allowed. A bar that ends before the line holds. */
export function chartOf(findings: readonly Finding[]): string {
  const height = ROW * (findings.length + 2)
  const line = LABELS + SCALE / LONGEST
  const rows = findings.map((finding, index) => rowOf(finding, ROW * (index + 1)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img" aria-label="Each figure as a share of what is allowed">
<rect width="${WIDTH}" height="${height}" fill="#f7f3ed"/>
${rows.join('\n')}
<line x1="${line}" y1="${ROW / 2}" x2="${line}" y2="${height - ROW}" stroke="#1d3538"/>
<text x="${line}" y="${height - ROW / 3}" text-anchor="middle" fill="#1d3538">allowed</text>
</svg>
`
}

function rowOf(finding: Finding, top: number): string {
  const share = shareOf(finding)
  const length = Math.max(1, (Math.min(share, LONGEST) / LONGEST) * SCALE)
  return `<text x="${LABELS - 12}" y="${top + 17}" text-anchor="end" fill="#1d3538">${escaped(finding.what)}</text>
<rect x="${LABELS}" y="${top + 5}" width="${length.toFixed(1)}" height="${ROW - 10}" rx="3" fill="${holds(finding) ? '#33595d' : '#744a54'}"/>
<text x="${LABELS + SCALE + 12}" y="${top + 17}" fill="#3c4f50">${amount(finding.value, finding.unit)}</text>`
}

/** A figure's share of what is allowed: at most 1 when it holds. Of several standards, the easiest counts. */
export function shareOf({ value, standards }: Finding): number {
  const shares = standards.map((standard) => {
    const bound = boundOf(standard)
    const [used, allowed] = standard.at === 'most' ? [value, bound] : [bound, value]
    if (allowed > 0) return Math.max(0, used / allowed)
    return used <= allowed ? 0 : Number.POSITIVE_INFINITY
  })
  return Math.min(...shares)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
