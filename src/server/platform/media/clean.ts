import { open, rm, stat } from 'node:fs/promises'
import { InvalidVideo, removeVideoMetadata } from '@sports-week/video-metadata'
import { type FileType, maxFileBytes } from '#contract/media-types.ts'
import { cleanImage } from './images.ts'
import { InvalidMedia } from './invalid-media.ts'
import { headLength, sniff } from './sniff.ts'

export type CleanedFile = {
  width: number | null
  height: number | null
  /** The camera's local time: `2026-05-03T10:11:12`, with the UTC offset if the camera recorded it. */
  capturedAt: string | null
  /** `h264`, `hevc`, `av1` and so on, or `unknown`; null for photos. */
  videoCodec: string | null
  /** The hash of the cleaned picture; null for videos. */
  pictureSha256: string | null
  /** The path of the thumbnail, if any. */
  thumbnail: string | null
}

const names: Record<FileType, string> = {
  'image/jpeg': 'a JPG photo',
  'image/png': 'a PNG photo',
  'video/mp4': 'an MP4 video',
  'video/quicktime': 'a MOV video',
}

/**
 * Writes a copy without metadata of place, person and device. Throws `InvalidMedia` for an unusable file; any other
 * error (a full disk, for instance) is temporary. Both leave no files behind.
 */
export async function cleanFile(
  file: string,
  type: FileType,
  into: string,
  beforeLarge: () => Promise<void> = async () => undefined,
): Promise<CleanedFile> {
  await verifyKind(file, type)
  const thumbnail = `${into}.thumbnail.jpg`
  try {
    if (type === 'video/mp4' || type === 'video/quicktime')
      return { ...(await removeVideoMetadata(file, into)), pictureSha256: null, thumbnail: null }
    return { ...(await cleanImage(file, type, into, thumbnail, beforeLarge)), videoCodec: null, thumbnail }
  } catch (error) {
    await Promise.all([rm(into, { force: true }), rm(thumbnail, { force: true })])
    throw error instanceof InvalidVideo ? new InvalidMedia(error.message, error) : error
  }
}

async function verifyKind(file: string, type: FileType) {
  const { size } = await stat(file)
  if (size === 0) throw new InvalidMedia('This file is empty')
  // The size bounds all later work, so check it here once more.
  if (size > maxFileBytes) throw new InvalidMedia('This file is too large: at most 30MB')
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0)
    if (sniff(buffer.subarray(0, bytesRead)) !== type) throw new InvalidMedia(`This file is not really ${names[type]}`)
  } finally {
    await handle.close()
  }
}
