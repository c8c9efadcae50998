import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import { type Kind, rulesFor } from '../draft/kinds.ts'

/** Uppy comes along: only when a file is chosen. */
const loadUploads = () => import('#client/platform/uploads/transfer/create-uploads.ts')

export const isConverted = (kind: Kind, file: File) => kind === 'image' && isHeic(file)

/** The file as it is sent, or a sentence thrown: a HEIC photo is turned into JPEG. */
export async function makeReadable(kind: Kind, file: File, signal: AbortSignal): Promise<File> {
  if (!isConverted(kind, file)) return file
  const jpeg = await heicToJpeg(file, signal)
  if (!jpeg) throw new Error(heicSentence)
  return jpeg
}

type Options = { signal: AbortSignal; onProgress: (percent: number) => void }

let sent = 0

/** Uploads one file with the checks and retries of every upload; answers with its path, or throws a sentence. */
export async function sendFile(kind: Kind, file: File, { signal, onProgress }: Options) {
  const { applyRules, createUploads } = await loadUploads()
  // An id of its own: nothing that an earlier one left behind is restored into it.
  const uploads = createUploads(`fix-${Date.now()}-${++sent}`, 'proof')
  const stop = () => uploads.cancelAll()
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', stop)
    applyRules(uploads, { ...rulesFor(kind, 0), maxFiles: 1 })
    uploads.on('progress', onProgress)
    uploads.addFile({ source: 'device', name: file.name, type: file.type, data: file })
    const result = await uploads.upload()
    const path = result?.successful?.[0]?.response?.body?.path
    if (!path) throw new Error(result?.failed?.[0]?.error ?? 'The file was not uploaded. Please try again.')
    return path
  } finally {
    signal.removeEventListener('abort', stop)
    // Forgets it for good: the path is all that is needed from now on.
    uploads.cancelAll()
    uploads.destroy()
  }
}
