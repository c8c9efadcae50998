import type { FileType } from '#contract/media-types.ts'

/** The sender's file is unusable; the sentence is for that person. */
export class InvalidMedia extends Error {
  override name = 'InvalidMedia'
  readonly sentence: string

  constructor(sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.sentence = sentence
  }
}

/** The reason for an unusable file without known details. */
export const damagedFile = (type: FileType) =>
  type.startsWith('video/') ? 'This video is damaged' : 'This photo is damaged'
