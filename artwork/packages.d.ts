/** What the pictures use of the packages of this folder, so that `npm test` checks its types without installing them. */
declare module 'sharp' {
  interface Size {
    width: number
    height: number
  }
  interface Info extends Size {
    channels: 1 | 2 | 3 | 4
    /** Where the strategy `attention` saw the subject, in px of the picture before it is cropped. */
    attentionX?: number
    attentionY?: number
  }
  interface Raw {
    raw: Size & { channels: 1 | 2 | 3 | 4 }
  }
  interface Layer {
    input: Uint8Array
    left?: number
    top?: number
    blend?: 'over' | 'dest-in'
  }
  interface Encoding {
    quality?: number
    chromaSubsampling?: '4:2:0' | '4:4:4'
  }
  export interface Sharp {
    metadata(): Promise<Size & { format: string; exif?: Uint8Array; icc?: Uint8Array }>
    autoOrient(): Sharp
    blur(sigma: number): Sharp
    clone(): Sharp
    composite(layers: Layer[]): Sharp
    ensureAlpha(): Sharp
    extract(region: Size & { left: number; top: number }): Sharp
    flatten(options: { background: string }): Sharp
    removeAlpha(): Sharp
    rotate(degrees: number): Sharp
    resize(
      width: number,
      height?: number,
      options?: {
        kernel?: 'lanczos3'
        fit?: 'cover' | 'contain' | 'fill' | 'inside'
        position?: 'attention'
        background?: object
      },
    ): Sharp
    toColourspace(space: 'srgb'): Sharp
    withExifMerge(exif: Record<string, Record<string, string>>): Sharp
    withIccProfile(profile: 'p3'): Sharp
    withMetadata(options: { orientation: number }): Sharp
    avif(options: Encoding & { effort: number; bitdepth: 8 | 10 }): Sharp
    jpeg(options?: Encoding & { mozjpeg?: boolean }): Sharp
    extend(options: { bottom: number }): Sharp
    png(options?: { palette?: boolean; colours?: number; effort?: number }): Sharp
    webp(): Sharp
    raw(): Sharp
    toBuffer(options: { resolveWithObject: true }): Promise<{ data: Uint8Array; info: Info }>
    toBuffer(): Promise<Uint8Array>
    toFile(file: string): Promise<Info>
  }
  function sharp(
    input: string | Uint8Array | { create: Size & { channels: 3; background: string } },
    options?: Partial<Raw> & { density?: number; failOn?: 'error' },
  ): Sharp
  namespace sharp {
    function concurrency(threads: number): number
  }
  export default sharp
}
