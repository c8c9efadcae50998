import type { FileType } from '#contract/media-types.ts'

/** A file that cannot be used, through no fault of ours; the sentence is for the person who sent it. */
export class InvalidMedia extends Error {
  override name = 'InvalidMedia'
  readonly sentence: string

  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** Why a file cannot be used of which nothing else is known. */
export const damagedFile = (type: FileType) =>
  type.startsWith('video/') ? 'This video is damaged' : 'This photo is damaged'
