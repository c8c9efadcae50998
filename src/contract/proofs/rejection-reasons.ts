/** What the review screen offers with one key. The company reads them as they are written here. */
export const rejectionReasons = [
  'Not enough different photos or videos',
  'The activity is not visible',
  'Too dark or blurred',
  'Wrong task',
] as const

/** For what a reviewer wrote in own words: those are read by the company alone. */
export const otherReason = 'Other'

/** The reasons that were picked, in their order, then the own words. */
export const writeRejectionNote = (picked: readonly string[], ownWords: string): string =>
  [...rejectionReasons.filter((reason) => picked.includes(reason)), ownWords.trim()].filter(Boolean).join('. ')

/** The opposite of `writeRejectionNote`: own words are only named as such. None where no reason was given. */
export function findRejectionReasons(note: string | null | undefined): string[] {
  const found: string[] = []
  let rest = note?.trim() ?? ''
  for (const reason of rejectionReasons) {
    if (rest !== reason && !rest.startsWith(`${reason}. `)) continue
    found.push(reason)
    rest = rest.slice(reason.length + 2)
  }
  return rest ? [...found, otherReason] : found
}
