import type { UploadRules } from '#client/platform/uploads/rules.ts'
import { purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'
import { mostCollected } from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'

export type Kind = 'image' | 'video'

export const kindOf = (type: string): Kind => (type.startsWith('video/') ? 'video' : 'image')

type Words = { option: string; one: string; many: string; types: FileType[] }

export const kinds: Record<Kind, Words> = {
  image: { option: 'Images', one: 'photo', many: 'photos', types: ['image/jpeg', 'image/png'] },
  video: { option: 'Videos', one: 'video', many: 'videos', types: ['video/mp4', 'video/quicktime'] },
}

/** "1 photo", "4 videos" */
export const amountOf = (count: number, kind: Kind) => `${count} ${count === 1 ? kinds[kind].one : kinds[kind].many}`

/** Limits the next upload to ten files, and to the room that the collected files leave. */
export const rulesFor = (kind: Kind, collected: number): UploadRules => ({
  purpose: 'proof',
  types: kinds[kind].types,
  maxFiles: Math.max(1, Math.min(mostFiles, mostCollected - collected)),
  maxBytes: purposes.proof.maxBytes,
  sizeName: '30MB',
})
