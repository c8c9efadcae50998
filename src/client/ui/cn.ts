/** Joins class names without merging: components set the appearance, callers add position and size. */
export function cn(...parts: (string | false | null | undefined)[]): string {
  return parts.filter(Boolean).join(' ')
}
