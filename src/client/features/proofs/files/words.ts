import { momentOf } from '#client/platform/formats/dates.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { dateFormat } from '#contract/text/moments.ts'

export const nameOfFile = (proof: Pick<Proof, 'files' | 'contentType'>, index: number) =>
  `${proof.contentType === 'image' ? 'Photo' : 'Video'} ${index + 1} of ${proof.files.length}`

/** Used when files were deleted one by one or after their retention time; the decision stays. */
export const filesAreGone = 'The files of this proof are no longer kept.'

/** Time on the camera's clock. A time without an offset is displayed unchanged. */
export function takenAt({ capturedAt }: ViewableFile): string | undefined {
  if (!capturedAt) return undefined
  if (capturedAt.endsWith('Z')) return momentOf(capturedAt)
  const at = new Date(`${capturedAt.slice(0, 19)}Z`)
  return `${dateFormat('shortDayAndMonth', 'UTC').format(at)}, ${dateFormat('clock', 'UTC').format(at)}`
}
