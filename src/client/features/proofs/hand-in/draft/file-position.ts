import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'

/** The place of a file among those of its proof, given when it was chosen. */
export const positionOf = ({ meta }: UploadFile) => (typeof meta.position === 'number' ? meta.position : 0)
