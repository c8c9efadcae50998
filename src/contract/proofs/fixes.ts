import { z } from 'zod'
import { count, instant, limits, text } from '../common.ts'
import { storedPath } from '../files/endpoints.ts'

/** A request to replace some files of a proof. */
export const FixRequest = z.object({
  /** Counts the requests, from 1. */
  round: count,
  requestedAt: instant,
  /** The proof is rejected if the files are not replaced by then. */
  dueAt: instant,
  /** Null until the company has replaced the files. */
  fixedAt: instant.nullable(),
  /** While it waits: the hash of each file of the proof as it was sent, in its order, to refuse the same file. */
  fileHashes: z
    .array(z.string().nullable())
    // Nodes of the previous release omit it.
    .default([]),
  files: z.array(
    z.object({
      path: z.string(),
      reason: z.string(),
      /** The file that replaced it in the proof. */
      replacedBy: z.string().nullable(),
    }),
  ),
})
export type FixRequest = z.output<typeof FixRequest>

/** A file of a proof, not for instance a logo. */
const proofPath = storedPath.startsWith('proofs/', 'This file was not found. Please upload it again.')

/** No file is listed twice. */
const areDifferent = (paths: string[]) => new Set(paths).size === paths.length

/** A refused file with the reason, in words that the company reads. */
const FileToFix = z.strictObject({
  path: proofPath,
  reason: text({ min: 1, max: limits.notes, message: 'Please say why' }),
})
export type FileToFix = z.output<typeof FileToFix>

export const filesToFix = (most: number) =>
  z
    .array(FileToFix)
    .min(1, 'Please mark at least one file')
    .max(most)
    .refine((files) => areDifferent(files.map(({ path }) => path)), 'Each file can be marked only once')

export const newFix = (most: number) =>
  z.strictObject({
    files: z
      .array(z.strictObject({ path: proofPath, replacement: proofPath }))
      .min(1, 'Please replace at least one file')
      .max(most)
      .refine((files) => areDifferent(files.map(({ path }) => path)), 'Each file can be replaced only once')
      .refine((files) => areDifferent(files.map(({ replacement }) => replacement)), 'Each file can be used only once'),
  })
