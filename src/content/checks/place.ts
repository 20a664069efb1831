/** Where a mistake is, such as `hi.json, hero, slide 2, tagline`. */
export function placeOf(file: string, path: readonly PropertyKey[]): string {
  const steps = path.flatMap((step, at) => {
    if (typeof step === 'number') return [`${String(path[at - 1]).replace(/s$/, '')} ${step + 1}`]
    return typeof path[at + 1] === 'number' ? [] : [String(step)]
  })
  return [file, ...steps].join(', ')
}
