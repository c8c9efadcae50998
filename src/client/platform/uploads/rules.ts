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

/** Fingers only: there is a camera in the hand, and no folder to drag from. */
export const isPhone = () => matchMedia('(hover: none) and (pointer: coarse)').matches
