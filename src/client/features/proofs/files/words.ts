import { momentOf } from '#client/platform/formats/dates.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'
import { dateFormat } from '#contract/text/moments.ts'

export const nameOfFile = (proof: Pick<Proof, 'files' | 'contentType'>, index: number) =>
  `${proof.contentType === 'image' ? 'Photo' : 'Video'} ${index + 1} of ${proof.files.length}`

/** Taken out one by one, or outlived: the decision stays, the files do not. */
export const filesAreGone = 'The files of this proof are no longer kept.'

/** What the camera's clock said; without an offset it is read as it stands. */
export function takenAt({ capturedAt }: ViewableFile): string | undefined {
  if (!capturedAt) return undefined
  if (capturedAt.endsWith('Z')) return momentOf(capturedAt)
  const at = new Date(`${capturedAt.slice(0, 19)}Z`)
  return `${dateFormat('shortDayAndMonth', 'UTC').format(at)}, ${dateFormat('clock', 'UTC').format(at)}`
}
