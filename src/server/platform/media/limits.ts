import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024
const ownMemory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** Maximum resident memory for preparing one file: at most half of this computer's or container's memory. */
const maxMemory = Math.min(1024 * mebibyte, ownMemory / 2)
/** Memory of the decoder and the file's bytes, without the held pixels. */
const base = 200 * mebibyte
export const maxPixelMemory = {
  'image/jpeg': maxMemory - base,
  'image/png': Math.min(160 * mebibyte, maxMemory - base),
}
/** Larger images are prepared one at a time. */
export const largePixelMemory = 180 * mebibyte

/** Limits of the process that prepares one file; beyond them it is killed. */
export type WorkerLimits = {
  /** Resident memory, in bytes. */
  memory: number
  processorSeconds: number
  seconds: number
}

export const defaultWorkerLimits: WorkerLimits = {
  memory: maxMemory,
  // The slowest accepted file needs eight seconds: a progressive JPEG of 220 megapixels.
  processorSeconds: 40,
  // Only for a process that hangs without processor time; a busy computer must not fail good files.
  seconds: 180,
}
