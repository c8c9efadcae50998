import { ApiProblem, retryAfterOf } from '#client/platform/requests/api.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import { failureOf, serverBusy, uploadProblem } from './errors.ts'
import { giveUp, isElsewhere, type Memory, pieceHeaders, readOffset, resumableFrom } from './resumable.ts'

export type OutgoingFile = { name: string; type: string; size: number; data: Blob; position?: number; fileKey?: string }

/** A grant; `offset` is set for a resumable upload. */
export type Place = Grant & { offset?: number }

/** Requests of an upload; tests use one that fails on demand. Failures are `ApiProblem`s. */
export interface Transport {
  /** Requests the grant of one attempt. */
  grant(file: OutgoingFile, signal: AbortSignal): Promise<Place>
  put(place: Place, file: OutgoingFile, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
  /** Asks the server if it stored an attempt without an answer; needed for files without a key. */
  arrived?(path: string): Promise<boolean>
  discard(path: string): Promise<unknown>
  /** Discards the pieces of a removed file. */
  giveUp?(file: Pick<OutgoingFile, 'name' | 'size' | 'data'>): void
}

/** Calls that differ between companies and guests. */
type Calls = Pick<Transport, 'arrived' | 'discard'> & {
  grantWhole(file: OutgoingFile): Promise<Grant>
  /** Answers with the path in the body, and with the upload address in the header `location`. */
  createResumable(file: OutgoingFile): Promise<Response>
  memory?: Memory
}

export function createTransport({ grantWhole, createResumable, memory, arrived, discard }: Calls): Transport {
  async function grantResumable(file: OutgoingFile, signal: AbortSignal): Promise<Place> {
    const begun = memory?.recall(file)
    const offset = begun && (await readOffset(begun.url, signal))
    if (begun && offset !== undefined) return { method: 'PUT', url: begun.url, path: begun.path, headers: {}, offset }
    memory?.forget(file)
    const response = await createResumable(file)
    const { path, isStored } = (await response.json()) as { path: string; isStored?: boolean }
    const url = response.headers.get('location') ?? ''
    const place: Place = { method: 'PUT', url, path, headers: {}, offset: 0 }
    if (isStored) return { ...place, isStored }
    memory?.remember(file, place)
    // The server may know the file by its key, so read the offset.
    return file.fileKey === undefined ? place : { ...place, offset: (await readOffset(url, signal)) ?? 0 }
  }

  return {
    async grant(file, signal) {
      const isResumable = file.size >= resumableFrom
      const asking = isResumable ? grantResumable(file, signal) : grantWhole(file)
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      try {
        return await Promise.race([asking, stopped])
      } catch (error) {
        // A late answer may still grant an upload. Discard it unless the next attempt finds it by key or offset.
        const isAskedAgain = isResumable || (file.fileKey !== undefined && signal.reason instanceof ApiProblem)
        if (signal.aborted && !isAskedAgain) void asking.then(({ path }) => discard(path)).catch(() => undefined)
        throw failureOf(error) === 'unanswered' ? uploadProblem() : error
      }
    },

    async put(place, file, signal, onProgress) {
      const { offset } = place
      if (offset === undefined) return sendBytes(place, file.data, signal, onProgress)
      onProgress(offset)
      if (offset < file.size) {
        const piece = { method: 'PATCH', url: place.url, headers: pieceHeaders(offset) }
        const rest = file.data.slice(offset)
        await sendBytes(piece, rest, signal, (bytes) => onProgress(offset + bytes)).catch((error: unknown) => {
          throw isElsewhere(error) ? serverBusy() : error
        })
      }
      memory?.forget(file)
    },

    giveUp(file) {
      const begun = memory?.recall(file)
      if (begun) giveUp(begun.url)
      memory?.forget(file)
    },

    ...(arrived ? { arrived } : {}),
    discard,
  }
}

/** `XMLHttpRequest`, because `fetch` does not report upload progress. */
function sendBytes(
  { method, url, headers }: Pick<Place, 'url' | 'headers'> & { method: string },
  data: Blob,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    signal.addEventListener('abort', stop, { once: true })
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => onProgress(loaded)
    request.onloadend = () => {
      signal.removeEventListener('abort', stop)
      const { status, responseText, statusText } = request
      if (signal.aborted) reject(signal.reason)
      else if (status === 0) reject(uploadProblem())
      else if (status >= 200 && status < 300) resolve()
      else
        reject(new ApiProblem(status, responseText, statusText, retryAfterOf(request.getResponseHeader('retry-after'))))
    }
    request.send(data)
  })
}
