declare module 'subset-font' {
  /** A font with the letters of a text and no others, and what the font needs to set them. */
  export default function subsetFont(font: Buffer, text: string, options: { targetFormat: 'woff2' }): Promise<Buffer>
}
