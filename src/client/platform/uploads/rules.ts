import { type Purpose, purposes } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'

/** What one upload dialog takes. */
export type UploadRules = {
  purpose: Purpose
  types: readonly FileType[]
  maxFiles: number
  maxBytes: number
  /** How people say `maxBytes`. */
  sizeName: string
}

/** The shared button: one file of ten megabytes. */
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

/** Why a file is not taken; `name` stands for it in the sentences. */
export const refusalsOf = (rules: UploadRules, name: string) => ({
  type: `You can only upload: ${typeNames(rules).join(', ')}`,
  tooLarge: `${name} exceeds maximum allowed size of ${rules.sizeName}`,
  empty: 'This file is empty.',
})

/** The sentence with which a file is refused before it is sent. */
export function findRefusal({ name, type, size }: File, rules: UploadRules): string | undefined {
  const refusals = refusalsOf(rules, name)
  if (!rules.types.some((taken) => taken === type)) return refusals.type
  if (size > rules.maxBytes) return refusals.tooLarge
  return size === 0 ? refusals.empty : undefined
}

/** Fingers only: there is a camera in the hand, and no folder to drag from. */
export const isPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches
