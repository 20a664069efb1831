declare module 'subset-font' {
  /** Returns the font with only the letters of a text and what the font needs to set them. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'woff2' }): Promise<Buffer>
}
