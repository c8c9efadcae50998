import type { UploadFile } from '#client/platform/uploads/uppy/uploader-plugin.ts'

/** Position of a file in its proof, assigned when it was chosen. */
export const positionOf = ({ meta }: UploadFile) => (typeof meta.position === 'number' ? meta.position : 0)
