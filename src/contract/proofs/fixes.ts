import { z } from 'zod'
import { count, instant, limits, text } from '../common.ts'
import { storedPath } from '../files/endpoints.ts'

/** A reviewer sent the proof back so that its company replaces some of the files. */
export const FixRequest = z.object({
  /** 1 for the first time it was sent back. */
  round: count,
  requestedAt: instant,
  /** Not fixed by then, the proof is rejected. */
  dueAt: instant,
  /** Null while the company has not replaced the files. */
  fixedAt: instant.nullable(),
  files: z.array(
    z.object({
      path: z.string(),
      reason: z.string(),
      /** The file that has its place in the proof now. */
      replacedBy: z.string().nullable(),
    }),
  ),
})
export type FixRequest = z.output<typeof FixRequest>

/** A file of a proof, and not for instance a logo. */
const proofPath = storedPath.startsWith('proofs/', 'This file was not found. Please upload it again.')

/** Each file is named once. */
const areDifferent = (paths: string[]) => new Set(paths).size === paths.length

/** A file that a reviewer does not accept, and why, in words the company reads. */
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
