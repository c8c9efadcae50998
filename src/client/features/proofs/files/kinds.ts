import type { UploadRules } from '#client/platform/uploads/rules.ts'
import { purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'
import { mostCollected } from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'

export type Kind = 'image' | 'video'

export const kindOf = (type: string): Kind => (type.startsWith('video/') ? 'video' : 'image')

/** Label for an empty proof, which takes either. */
export const addBoth = 'Add photos or videos'

type Words = { option: string; one: string; many: string; types: FileType[] }

export const kinds: Record<Kind, Words> = {
  image: { option: 'Images', one: 'photo', many: 'photos', types: ['image/jpeg', 'image/png'] },
  video: { option: 'Videos', one: 'video', many: 'videos', types: ['video/mp4', 'video/quicktime'] },
}

/** "1 photo", "4 videos" */
export const amountOf = (count: number, kind: Kind) => `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`

export const bothTypes = Object.values(kinds).flatMap(({ types }) => types)

/** Refuses a file of this kind in a proof of the other. */
export const otherKindSentence = (kind: Kind) =>
  kind === 'video'
    ? 'This proof has photos. A proof is either photos or videos, so this video was left out.'
    : 'This proof has videos. A proof is either photos or videos, so this photo was left out.'

/** Limits the next upload to ten files, and to the room left by `collected` files; an empty proof takes both kinds. */
export const rulesFor = (kind: Kind, collected: number, takesBoth = false): UploadRules => ({
  purpose: 'proof',
  types: takesBoth ? bothTypes : kinds[kind].types,
  maxFiles: Math.max(1, Math.min(mostFiles, mostCollected - collected)),
  maxBytes: purposes.proof.maxBytes,
  sizeName: '30MB',
})
