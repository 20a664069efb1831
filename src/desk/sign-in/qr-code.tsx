import { useMemo } from 'react'
import { encode } from 'uqr'
import css from './second-factor-setup.module.css'

/** The empty margin that scanners need, in modules. Source: ISO/IEC 18004. */
const QUIET_ZONE = 4

/** A QR code, drawn as one path. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = useMemo(() => encode(text, { border: QUIET_ZONE }), [text])
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg className={css.qr} viewBox={`0 0 ${size} ${size}`} role="img" shapeRendering="crispEdges">
      <title>{label}</title>
      <path d={path} fill="currentColor" />
    </svg>
  )
}
