import type { CheckedContent } from '../../src/content/checks/check-content.ts'
import { checkedContents } from '../read-content.ts'

/** What a page shows while its content is edited. */
export interface Preview {
  /** As it was when it last had no mistakes; undefined when it has had some since the start. */
  contents: CheckedContent['contents']
  /** Because of which the page is not as its files say now, one line each. */
  mistakes: readonly string[]
  /** Of what the page shows all the same. */
  warnings: readonly string[]
}

/** Reads the content anew at each call, and keeps what had no mistakes. */
export function contentPreview(directory: string): () => Preview {
  let contents: CheckedContent['contents']
  return () => {
    const { contents: present, mistakes, warnings } = checkedContents(directory)
    if (mistakes.length === 0) contents = present
    return { contents, mistakes, warnings }
  }
}
