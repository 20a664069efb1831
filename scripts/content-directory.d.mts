export function contentDirectory(): string
export function contentHash(directory: string): string
