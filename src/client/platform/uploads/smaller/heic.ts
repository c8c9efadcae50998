import { captureTimeSegment, readCaptureTime } from './capture-time.ts'

type Named = { name?: string | undefined; type?: string | undefined }

export const isHeic = ({ name = '', type = '' }: Named) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

export const heicSentence =
  'This photo is in Apple’s HEIC format. On the iPhone choose Settings › Camera › Formats › Most Compatible, or send it as JPEG.'

const quality = 0.9
const headerBytes = 512 * 1024

/** The same photo as JPEG where this browser can read it, as Safari does; undefined elsewhere. */
export async function heicToJpeg(photo: File): Promise<File | undefined> {
  try {
    const drawn = await draw(photo)
    if (drawn.type !== 'image/jpeg') return undefined
    const capturedAt = findCaptureTime(new Uint8Array(await photo.slice(0, headerBytes).arrayBuffer()))
    const parts = capturedAt ? [drawn.slice(0, 2), captureTimeSegment(capturedAt), drawn.slice(2)] : [drawn]
    return new File(parts, photo.name.replace(/\.hei[cf]$/i, '.jpg'), { type: 'image/jpeg' })
  } catch {
    return undefined
  }
}

async function draw(photo: File): Promise<Blob> {
  const bitmap = await createImageBitmap(photo)
  try {
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((drawn) => (drawn ? resolve(drawn) : reject(new Error('not drawn'))), 'image/jpeg', quality),
    )
  } finally {
    bitmap.close()
  }
}

const exifStart = [...'Exif\0\0'].map((letter) => letter.charCodeAt(0))

/** The block is somewhere among the first bytes, behind the same letters as in a JPEG. */
export function findCaptureTime(bytes: Uint8Array) {
  for (let at = bytes.indexOf(exifStart[0] ?? 0); at >= 0; at = bytes.indexOf(exifStart[0] ?? 0, at + 1)) {
    if (!exifStart.every((letter, index) => bytes[at + index] === letter)) continue
    const capturedAt = readCaptureTime(bytes.subarray(at + exifStart.length))
    if (capturedAt) return capturedAt
  }
  return undefined
}
