/** The pictures of which a file is missing in the department's folder, a line each. */
export function pictureMistakes(pictures: readonly (readonly string[])[], exists: (file: string) => boolean): string[] {
  return pictures.flatMap((files) => {
    const [first, ...others] = files.filter((file) => !exists(file))
    if (!first) return []
    const more =
      others.length === 0 ? '' : `, and ${others.length} more file${others.length > 1 ? 's' : ''} of this picture`
    return [`${first}: is missing${more}`]
  })
}
