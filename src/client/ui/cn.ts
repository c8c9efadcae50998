/** Joins class names. Parts set look; a caller's className adds place and size, so no merging is needed. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
