import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024
const ownMemory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)

/** Resident memory that preparing one file may take: at most half of what this computer or container has. */
const maxMemory = Math.min(1024 * mebibyte, ownMemory / 2)
/** What the decoder and the bytes themselves take, beside the pixels that are held. */
const base = 200 * mebibyte
export const maxPixelMemory = {
  'image/jpeg': maxMemory - base,
  'image/png': Math.min(160 * mebibyte, maxMemory - base),
}
/** From here on one file after the other. */
export const largePixelMemory = 180 * mebibyte

/** What one file may take in the process that prepares it, before that process is ended. */
export type WorkerLimits = {
  /** Resident memory, in bytes. */
  memory: number
  processorSeconds: number
  seconds: number
}

export const defaultWorkerLimits: WorkerLimits = {
  memory: maxMemory,
  // The slowest file that is taken needs about eight: a progressive JPEG of 220 megapixels.
  processorSeconds: 40,
  // Only for what does not even use the processor; a busy computer must not make good files fail.
  seconds: 180,
}
