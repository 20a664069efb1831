import { ContentMistakes, readContents } from '../read-content.ts'

type Contents = ReturnType<typeof readContents>

/** What a page shows while its content is edited. */
export interface Preview {
  /** As it was when it last had no mistakes; undefined when it has had some since the start. */
  contents: Contents | undefined
  /** What is wrong with the files now, one line each. */
  mistakes: readonly string[]
}

/** Reads the content anew at each call, and keeps what had no mistakes. */
export function contentPreview(directory: string): () => Preview {
  let contents: Contents | undefined
  return () => {
    try {
      contents = readContents(directory)
      return { contents, mistakes: [] }
    } catch (error) {
      if (!(error instanceof ContentMistakes)) throw error
      return { contents, mistakes: error.lines }
    }
  }
}
