import { type Kind, rulesFor } from '../draft/kinds.ts'

/** Uppy comes along: only when a file is chosen. */
const loadUploads = () => import('#client/platform/uploads/transfer/create-uploads.ts')

let sent = 0

/** Uploads one file with the checks and retries of every upload; answers with its path, or throws a sentence. */
export async function sendFile(kind: Kind, file: File, onProgress: (percent: number) => void) {
  const { applyRules, createUploads } = await loadUploads()
  // An id of its own: nothing that an earlier one left behind is restored into it.
  const uploads = createUploads(`fix-${Date.now()}-${++sent}`, 'proof')
  try {
    applyRules(uploads, { ...rulesFor(kind, 0), maxFiles: 1 })
    uploads.on('progress', onProgress)
    uploads.addFile({ source: 'device', name: file.name, type: file.type, data: file })
    const result = await uploads.upload()
    const path = result?.successful?.[0]?.response?.body?.path
    if (!path) throw new Error(result?.failed?.[0]?.error ?? 'The file was not uploaded. Please try again.')
    return path
  } finally {
    // Forgets it for good: the path is all that is needed from now on.
    uploads.cancelAll()
    uploads.destroy()
  }
}
