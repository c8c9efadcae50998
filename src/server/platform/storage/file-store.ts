import type { Readable } from 'node:stream'
import type { FileType } from '#contract/media-types.ts'

export type Range = { start: number; end: number }

/** Where files live: a folder, or any S3 store. Paths are ours, never a person's. */
export interface FileStore {
  /** Where the browser sends the bytes itself; nothing when they come through us. */
  directUpload(
    path: string,
    size: number,
    type: FileType,
  ): Promise<{ url: string; headers: Record<string, string> } | undefined>
  /** How many bytes the browser has sent there by itself; nothing when they come through us. */
  uploadedSize(path: string): Promise<number | undefined>
  /** Never overwrites; leaves nothing behind when it fails or is aborted. */
  write(path: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void>
  /** Puts a cleaned file in the place of the one that came. */
  replace(path: string, localFile: string, type: string): Promise<void>
  read(path: string, range?: Range): Promise<Readable>
  sizeOf(path: string): Promise<number | undefined>
  /** Where on this machine the bytes that came can be read: `into` if they had to be fetched. Nothing when they are not there. */
  localCopyOf(path: string, into: string): Promise<string | undefined>
  /** What came is cleaned and put away: the bytes as they came are not needed any more. */
  discardOriginal(path: string): Promise<void>
  /** A short-lived address of its own, for stores that serve by themselves. */
  readUrl(path: string): Promise<string | undefined>
  remove(path: string): Promise<void>
  /** Clears away what broken uploads left, and what was sent before that moment and still lies where it arrived. */
  removeStaleUploads(before: Date): Promise<void>
  /** True when so little room is left that no more should be taken in. */
  isNearlyFull(moreBytes: number): Promise<boolean>
  check(): Promise<void>
}

export const thumbnailOf = (path: string) => path.replace(/^\w+\//, 'thumbnails/').replace(/\.\w+$/, '.jpg')
