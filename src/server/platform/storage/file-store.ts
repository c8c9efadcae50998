import type { Readable } from 'node:stream'
import type { FileType } from '#contract/media-types.ts'

/** A file that is sent in pieces. */
export type PartialFile = { path: string; size: number; type: FileType; partsId: string }

export type Receiving = {
  /** Where the piece begins: exactly what has arrived so far. */
  offset: number
  bytes: Readable
  signal: AbortSignal
  /** Throws unless the file is still received by this call: before anything is put where others may put it. */
  confirm: () => Promise<void>
  /** A folder of this call on this machine, made when it is asked for. */
  makeFolder: () => Promise<string>
}

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
  /** Before its row is written; gives back what the store calls it. */
  beginParts(path: string, size: number, type: FileType): Promise<string>
  /** How many bytes are kept for good. A file that is not there any more is `not-found`. */
  arrivedSize(file: PartialFile): Promise<number>
  /** Keeps what comes, also when it breaks off or is aborted, and then fails; says how far the file is. */
  append(file: PartialFile, piece: Receiving): Promise<number>
  /** All of it is here: puts it where a file that is sent as a whole would be. The same again changes nothing. */
  finishParts(file: PartialFile): Promise<void>
  /** Puts a cleaned file in the place of the one that came. */
  replace(path: string, localFile: string, type: string): Promise<void>
  read(path: string, range?: Range): Promise<Readable>
  /** All of it with its size, cleaned or as it came, whichever there is. Nothing when it is not there. */
  readWhole(path: string): Promise<{ size: number; bytes: Readable } | undefined>
  /** Of what `readWhole` reads; `version` is another one whenever the bytes were replaced. */
  describe(path: string): Promise<{ size: number; version: string } | undefined>
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
  /** Whether no file is kept here. */
  isEmpty(): Promise<boolean>
  /** True when so little room is left that no more should be taken in. */
  isNearlyFull(moreBytes: number): Promise<boolean>
  check(): Promise<void>
}

export const thumbnailOf = (path: string) => path.replace(/^\w+\//, 'thumbnails/').replace(/\.\w+$/, '.jpg')
