import { createSemaphore } from '#client/platform/semaphore.ts'
import { captureTimeSegment, readCaptureTime } from './capture-time.ts'
import type { HeicAnswer, HeicRequest } from './heic-worker.ts'

type Named = { name?: string | undefined; type?: string | undefined }

export const isHeic = ({ name = '', type = '' }: Named) => /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)

export const heicSentence =
  'This photo is in Apple’s HEIC format. On the iPhone choose Settings › Camera › Formats › Most Compatible, or send it as JPEG.'

const quality = 0.9
const headerBytes = 512 * 1024
/** Measured limits (docs/decisions/0009): twice as many pixels take 700 MB while they are decoded. */
const decoding = { mostPixels: 25_000_000, mostBytes: 31_457_280, seconds: 60 }

/**
 * Converts to JPEG: drawn by a browser that reads HEIC, such as Safari, else by a decoder. Undefined when both fail,
 * and on abort.
 */
export async function heicToJpeg(photo: File, signal = new AbortController().signal): Promise<File | undefined> {
  try {
    const drawn = await draw(photo).catch(() => inTurn(signal, () => decode(photo, signal)))
    if (drawn?.type !== 'image/jpeg' || signal.aborted) return undefined
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

/** Decodes one photo at a time, because each takes hundreds of megabytes. */
const inTurn = createSemaphore(1)

function decode(photo: File, signal: AbortSignal): Promise<HeicAnswer> {
  if (photo.size > decoding.mostBytes || signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
    const finish = (answer: HeicAnswer) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      worker.terminate()
      resolve(answer)
    }
    const stop = () => finish(undefined)
    const timer = setTimeout(stop, decoding.seconds * 1000)
    signal.addEventListener('abort', stop)
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => finish(data)
    // The script did not load, or the worker ran out of memory.
    worker.onerror = stop
    worker.postMessage({ photo, mostPixels: decoding.mostPixels, quality } satisfies HeicRequest)
  })
}

/**
 * First bytes of an EXIF block in both byte orders. The prefix `Exif` is no reliable marker: some programs leave it
 * out.
 */
const blockStarts = ['II*\0', 'MM\0*'].map((letters) => [...letters].map((character) => character.charCodeAt(0)))

/** Searches for the EXIF block, whose position varies. */
function findCaptureTime(bytes: Uint8Array) {
  for (const start of blockStarts) {
    for (let at = bytes.indexOf(start[0] ?? 0); at >= 0; at = bytes.indexOf(start[0] ?? 0, at + 1)) {
      if (!start.every((character, index) => bytes[at + index] === character)) continue
      const capturedAt = readCaptureTime(bytes.subarray(at))
      if (capturedAt) return capturedAt
    }
  }
  return undefined
}
