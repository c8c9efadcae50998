import { momentOf } from '#client/platform/formats/dates.ts'
import type { ViewableFile } from '#contract/files/endpoints.ts'
import type { Proof } from '#contract/proofs/endpoints.ts'

export const nameOfFile = (proof: Pick<Proof, 'files' | 'contentType'>, index: number) =>
  `${proof.contentType === 'image' ? 'Photo' : 'Video'} ${index + 1} of ${proof.files.length}`

/** Taken out one by one, or outlived: the decision stays, the files do not. */
export const filesAreGone = 'The files of this proof are no longer kept.'

const wallClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** What the camera's clock said; without an offset it is read as it stands. */
export function takenAt({ capturedAt }: ViewableFile): string | undefined {
  if (!capturedAt) return undefined
  return capturedAt.endsWith('Z') ? momentOf(capturedAt) : wallClock.format(new Date(`${capturedAt.slice(0, 19)}Z`))
}
