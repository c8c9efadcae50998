/** Reasons that the review screen offers by one key each. The company reads these texts. */
export const rejectionReasons = [
  'Not enough different photos or videos',
  'The activity is not visible',
  'Too dark or blurred',
  'Wrong task',
] as const

/** Stands for a reviewer's free text, which only the company reads. */
export const otherReason = 'Other'

/** Joins the picked reasons, in their order, and the free text. */
export const writeRejectionNote = (picked: readonly string[], freeText: string): string =>
  [...rejectionReasons.filter((reason) => picked.includes(reason)), freeText.trim()].filter(Boolean).join('. ')

/** The inverse of `writeRejectionNote`: the offered reasons, then the free text. Empty without a reason. */
export function splitRejectionNote(note: string | null | undefined): string[] {
  const found: string[] = []
  let rest = note?.trim() ?? ''
  for (const reason of rejectionReasons) {
    if (rest !== reason && !rest.startsWith(`${reason}. `)) continue
    found.push(reason)
    rest = rest.slice(reason.length + 2)
  }
  return rest ? [...found, rest] : found
}

/** The reasons of a note; free text becomes `Other`. */
export const findRejectionReasons = (note: string | null | undefined): string[] =>
  splitRejectionNote(note).map((reason) => (isOffered(reason) ? reason : otherReason))

const isOffered = (reason: string) => rejectionReasons.some((offered) => offered === reason)
