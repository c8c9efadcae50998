import { type Purpose, purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'

/** Limits of one upload dialog. */
export type UploadRules = {
  purpose: Purpose
  types: readonly FileType[]
  maxFiles: number
  maxBytes: number
  /** `maxBytes` in words. */
  sizeName: string
}

/** Rules of the default upload button: one file of ten megabytes. */
export const logoRules: UploadRules = {
  purpose: 'logo',
  types: purposes.logo.types,
  maxFiles: 1,
  maxBytes: purposes.logo.maxBytes,
  sizeName: '10MB',
}

const names: Record<FileType, string> = {
  'image/jpeg': 'JPG',
  'image/png': 'PNG',
  'video/mp4': 'MP4',
  'video/quicktime': 'MOV',
}

export const typeNames = ({ types }: UploadRules) => types.map((type) => names[type])

/** Refusal sentences; `name` is the file's name in them. */
export const refusalsOf = (rules: UploadRules, name: string) => ({
  type: `You can only upload: ${typeNames(rules).join(', ')}`,
  tooLarge: `${name} exceeds maximum allowed size of ${rules.sizeName}`,
  empty: 'This file is empty.',
})

/** Validates a file before the upload; returns the refusal sentence. */
export function findRefusal({ name, type, size }: File, rules: UploadRules): string | undefined {
  const refusals = refusalsOf(rules, name)
  if (!rules.types.some((taken) => taken === type)) return refusals.type
  if (size > rules.maxBytes) return refusals.tooLarge
  return size === 0 ? refusals.empty : undefined
}

/** True for touch only: the device has a camera, and no folder to drag from. */
export const isPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches
