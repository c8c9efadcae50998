import { ApiProblem, call, retryAfterOf } from '#client/platform/requests/api.ts'
import {
  deleteWaitingFile,
  type Grant,
  grantUpload,
  listWaitingFiles,
  type Purpose,
} from '#contract/files/endpoints.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import {
  askOffset,
  createMemory,
  creationHeaders,
  giveUp,
  needsNewLook,
  pieceHeaders,
  resumableFrom,
} from './resumable.ts'
import type { Outgoing, Transport } from './transfer.ts'
import { networkSentence, UploadFault } from './upload-fault.ts'

/** A place for a file: with an offset for one that is sent in pieces and goes on there. */
type Place = Grant & { offset?: number }

/** Asks our server for a place, then sends the raw bytes to wherever it says. `scope` names whose files these are. */
export function httpTransport(scope: string, purpose: Purpose, taskId?: string): Transport {
  const memory = createMemory(scope)
  const draftOf = ({ position, fileKey }: Outgoing) => ({
    ...(taskId ? { taskId, ...(fileKey === undefined ? {} : { fileKey }) } : {}),
    ...(position === undefined ? {} : { position }),
  })
  const discard = async (path: string) => {
    await discardUpload(path)
  }
  const askForWhole = (file: Outgoing): Promise<Place> => {
    const { name, size, type } = file
    return call(grantUpload, { body: { fileName: name, size, contentType: type, purpose, ...draftOf(file) } })
  }

  async function goOn(file: Outgoing, signal: AbortSignal): Promise<Place | undefined> {
    const begun = memory.recall(file)
    if (!begun) return undefined
    const { status, offset } = await askOffset(begun.url, signal)
    if (status === 200) return { method: 'PUT', url: begun.url, path: begun.path, headers: {}, offset }
    if (status !== 404) throw new UploadFault(status === 0 ? networkSentence : laterSentence, status && 503)
    memory.forget(file)
    return undefined
  }

  async function askForPieces(file: Outgoing, signal: AbortSignal): Promise<Place> {
    const known = await goOn(file, signal)
    if (known) return known
    const { position, ...draft } = { position: undefined, ...draftOf(file) }
    const metadata = { filename: file.name, filetype: file.type, purpose, ...draft, position: position?.toString() }
    const response = await fetch(`/api${tus.createPath}`, {
      method: 'POST',
      headers: creationHeaders(file.size, metadata),
    }).catch(() => {
      throw new UploadFault(networkSentence, 0)
    })
    const text = await response.text()
    if (!response.ok)
      throw new ApiProblem(
        response.status,
        text,
        response.statusText,
        retryAfterOf(response.headers.get('retry-after')),
      )
    const { path, isStored } = JSON.parse(text) as { path: string; isStored?: boolean }
    const url = response.headers.get('location') ?? ''
    const place: Place = { method: 'PUT', url, path, headers: {}, offset: 0 }
    if (isStored) return { ...place, isStored }
    memory.remember(file, { url, path })
    // By its key the server may know it from before.
    return file.fileKey === undefined ? place : ((await goOn(file, signal)) ?? place)
  }

  return {
    async grant(file, signal) {
      const isLarge = file.size >= resumableFrom
      const asking = isLarge ? askForPieces(file, signal) : askForWhole(file)
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      try {
        return await Promise.race([asking, stopped])
      } catch (error) {
        // The answer may still come; nobody will use it, unless the next attempt asks for the same by its key or is told where to go on.
        const isAskedAgain = isLarge || (file.fileKey !== undefined && signal.reason instanceof UploadFault)
        if (signal.aborted && !isAskedAgain) void asking.then(({ path }) => discard(path)).catch(() => undefined)
        throw faultOf(error)
      }
    },

    async put(place: Place, file, signal, onProgress) {
      const { offset } = place
      if (offset === undefined) return sendBytes(place, file.data, signal, onProgress)
      onProgress(offset)
      if (offset < file.size) {
        const piece = { method: 'PATCH', url: place.url, headers: pieceHeaders(offset) }
        await sendBytes(piece, file.data.slice(offset), signal, (bytes) => onProgress(offset + bytes)).catch(
          (error: unknown) => {
            const isMoved = error instanceof UploadFault && needsNewLook(error.status)
            throw isMoved ? new UploadFault(laterSentence, 503) : error
          },
        )
      }
      memory.forget(file)
    },

    resumes: ({ offset }: Place) => offset !== undefined,

    giveUp(file) {
      const begun = memory.recall(file)
      if (begun) giveUp(begun.url)
      memory.forget(file)
    },

    arrived: async (path) => (await call(listWaitingFiles, {})).some((file) => file.path === path),

    discard,
  }
}

const laterSentence = 'Files cannot be stored right now. Please try again in a moment.'

type Request = { method: string; url: string; headers: Record<string, string> }

const sendBytes = (
  { method, url, headers }: Request,
  data: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) =>
  new Promise<void>((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', stop)
      if (signal.aborted) return reject(signal.reason)
      if (request.status >= 200 && request.status < 300) return resolve()
      reject(refusal(request))
    }
    request.send(data)
  })

/** Throws an unused upload away. */
export function discardUpload(path: string) {
  const [folder = '', name = ''] = path.split('/')
  return call(deleteWaitingFile, { params: { folder, name } })
}

/** Our own disk answers with a sentence; a store of its own with something no person should read. */
function refusal(request: XMLHttpRequest): UploadFault {
  const { status, responseText, statusText } = request
  if (status === 0) return new UploadFault(networkSentence, 0)
  const { sentence, code } = new ApiProblem(status, responseText, statusText)
  return new UploadFault(sentence, status, retryAfterOf(request.getResponseHeader('retry-after')), code)
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ApiProblem)) return error
  const sentence = error.code === 'offline' ? networkSentence : error.sentence
  return new UploadFault(sentence, error.status, error.retryAfter, error.code)
}
