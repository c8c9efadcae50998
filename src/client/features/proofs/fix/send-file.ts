import { heicSentence, heicToJpeg, isHeic } from '#client/platform/uploads/smaller/heic.ts'
import { deviceNetwork } from '#client/platform/uploads/transfer/network.ts'
import { networkSentence } from '#client/platform/uploads/transfer/upload-fault.ts'
import { type Kind, rulesFor } from '../draft/kinds.ts'

/** Uppy comes along: only where something has to be fixed, and before there may be no network. */
export const loadUploads = () => import('#client/platform/uploads/transfer/create-uploads.ts')

export const isConverted = (kind: Kind, file: File) => kind === 'image' && isHeic(file)

/** The file as it is sent, or a sentence thrown: a HEIC photo is turned into JPEG. */
export async function makeReadable(kind: Kind, file: File, signal: AbortSignal): Promise<File> {
  if (!isConverted(kind, file)) return file
  const jpeg = await heicToJpeg(file, signal)
  if (!jpeg) throw new Error(heicSentence)
  return jpeg
}

type Options = {
  signal: AbortSignal
  onProgress: (percent: number) => void
  /** The server could not be reached; it is tried again and again. */
  onUnreached: () => void
}

/** Goes on until the server has answered, however long there is no network. */
export async function sendUntilAnswered(kind: Kind, file: File, options: Options): Promise<string> {
  for (;;) {
    try {
      return await sendFile(kind, file, options)
    } catch (error) {
      const isUnreached = !deviceNetwork.isUp() || (error instanceof Error && error.message === networkSentence)
      if (options.signal.aborted || !isUnreached) throw error
      options.onUnreached()
      await deviceNetwork.isBack(options.signal)
    }
  }
}

let sent = 0

/** Uploads one file with the checks and retries of every upload; answers with its path, or throws a sentence. */
async function sendFile(kind: Kind, file: File, { signal, onProgress }: Options) {
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
