import type { Readable } from 'node:stream'
import type { FileType } from '#contract/media-types.ts'

/** A file that is uploaded in pieces. */
export type PartialFile = { path: string; size: number; type: FileType; partsId: string }

export type Receiving = {
  /** The offset of the piece: exactly the number of bytes that have arrived so far. */
  offset: number
  bytes: Readable
  signal: AbortSignal
  /** Throws unless this call still receives the file. Called before bytes go where other calls may write. */
  confirm: () => Promise<void>
  /** A temporary folder of this call, created on demand. */
  makeFolder: () => Promise<string>
}

export type Range = { start: number; end: number }

/** The file store: a folder, or any S3 store. The server generates all paths. */
export interface FileStore {
  /** A signed address for direct uploads by the browser; undefined if uploads pass through the server. */
  directUpload(
    path: string,
    size: number,
    type: FileType,
  ): Promise<{ url: string; headers: Record<string, string> } | undefined>
  /** The size of a direct upload; undefined if uploads pass through the server. */
  uploadedSize(path: string): Promise<number | undefined>
  /** Never overwrites; removes partial files on failure or abort. */
  write(path: string, bytes: Readable, size: number, signal?: AbortSignal): Promise<void>
  /** Call it before the row is written; returns the store's id of the upload. */
  beginParts(path: string, size: number, type: FileType): Promise<string>
  /** The number of stored bytes. A missing file is `not-found`. */
  arrivedSize(file: PartialFile): Promise<number>
  /** Stores the bytes of a piece, then rejects if it was cut or aborted; returns the total progress. */
  append(file: PartialFile, piece: Receiving): Promise<number>
  /** Completes the upload and moves the file to its place. Idempotent. */
  finishParts(file: PartialFile): Promise<void>
  /** Replaces the uploaded file by a cleaned one. */
  replace(path: string, localFile: string, type: string): Promise<void>
  read(path: string, range?: Range): Promise<Readable>
  /** The whole file with its size, cleaned or original. Undefined if it is missing. */
  readWhole(path: string): Promise<{ size: number; bytes: Readable } | undefined>
  /** Describes the file of `readWhole`; `version` changes whenever the bytes are replaced. */
  describe(path: string): Promise<{ size: number; version: string } | undefined>
  sizeOf(path: string): Promise<number | undefined>
  /** A local path of the original bytes; downloads them to `into` if necessary. Undefined if they are missing. */
  localCopyOf(path: string, into: string): Promise<string | undefined>
  /** Discards the original after the cleaned file is stored. */
  discardOriginal(path: string): Promise<void>
  /** A short-lived signed address, for stores that serve files directly. */
  readUrl(path: string): Promise<string | undefined>
  remove(path: string): Promise<void>
  /** Removes leftovers of broken uploads, and originals that were uploaded before that moment. */
  removeStaleUploads(before: Date): Promise<void>
  /** True if the store has no files. */
  isEmpty(): Promise<boolean>
  /** True if too little space is left for further uploads. */
  isNearlyFull(moreBytes: number): Promise<boolean>
  check(): Promise<void>
}

export const thumbnailOf = (path: string) => path.replace(/^\w+\//, 'thumbnails/').replace(/\.\w+$/, '.jpg')
