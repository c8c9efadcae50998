import { captureTimeSegment } from './capture-time.ts'
import { readPhotoHeader } from './photo-header.ts'

/** Photos with a longer side are scaled down, if the sender chose that. */
const longestSide = 4_096
const quality = 0.85
/** Covers the metadata that cameras write before the picture. */
const headerBytes = 512 * 1024

let last: Promise<unknown> = Promise.resolve()

/**
 * A scaled copy, upright and with its capture time; undefined when the original is sent instead. Runs sequentially,
 * because drawing a large photo takes hundreds of megabytes.
 */
export function makeSmaller(photo: Blob): Promise<Blob | undefined> {
  const made = last.then(() => drawSmaller(photo).catch(() => undefined))
  last = made
  return made
}

async function drawSmaller(photo: Blob): Promise<Blob | undefined> {
  const header = readPhotoHeader(new Uint8Array(await photo.slice(0, headerBytes).arrayBuffer()))
  if (!header || Math.max(header.width, header.height) <= longestSide) return undefined
  const drawn = await draw(photo)
  const { capturedAt } = header
  const isJpeg = drawn.type === 'image/jpeg'
  // A browser that cannot write this type writes another type.
  if (drawn.type !== photo.type || drawn.size >= photo.size) return undefined
  if (!isJpeg || !capturedAt) return drawn
  // The segment follows the two-byte start of a JPEG.
  return new Blob([drawn.slice(0, 2), captureTimeSegment(capturedAt), drawn.slice(2)], { type: drawn.type })
}

async function draw(photo: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' })
  try {
    const scale = longestSide / Math.max(bitmap.width, bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('not drawn'))), photo.type, quality),
    )
  } finally {
    bitmap.close()
  }
}
