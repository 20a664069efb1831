/** The files of one picture that the pages show, below `public`. */
export type PictureFiles = readonly string[]

/** The pictures of which a file is missing, a line each. */
export function pictureMistakes(pictures: readonly PictureFiles[], exists: (file: string) => boolean): string[] {
  return pictures.flatMap((files) => {
    const [first, ...others] = files.filter((file) => !exists(file))
    if (!first) return []
    return [
      `public/${first}: is missing${others.length > 0 ? `, and ${others.length} more files of this picture` : ''}`,
    ]
  })
}
