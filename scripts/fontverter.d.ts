declare module 'fontverter' {
  /** Converts a font, whose format it detects. */
  export function convert(font: Buffer, format: 'sfnt' | 'woff2'): Promise<Buffer>
}
