import { ApiProblem, retryAfterOf } from '#client/platform/requests/api.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import { failureOf, serverBusy, uploadProblem } from './errors.ts'
import { giveUp, isElsewhere, type Memory, pieceHeaders, readOffset, resumableFrom } from './resumable.ts'

export type OutgoingFile = { name: string; type: string; size: number; data: Blob; position?: number; fileKey?: string }

/** A place for a file: with an offset for one that is sent in pieces and resumes there. */
export type Place = Grant & { offset?: number }

/** The way to the server; tests have one that fails on demand. Failures are `ApiProblem`s. */
export interface Transport {
  /** A place for one attempt. */
  grant(file: OutgoingFile, signal: AbortSignal): Promise<Place>
  put(place: Place, file: OutgoingFile, signal: AbortSignal, onProgress: (bytes: number) => void): Promise<void>
  /** Whether the bytes of an attempt without an answer are there after all; needed for files without a key. */
  arrived?(path: string): Promise<boolean>
  discard(path: string): Promise<unknown>
  /** Nobody wants the file any more: its pieces may go. */
  giveUp?(file: Pick<OutgoingFile, 'name' | 'size' | 'data'>): void
}

/** The calls in which companies and guests differ. */
type Calls = Pick<Transport, 'arrived' | 'discard'> & {
  grantWhole(file: OutgoingFile): Promise<Grant>
  /** Answers with the path, and with the address for the pieces in its header `location`. */
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
    // By its key the server may know it from before.
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
        // The answer may still come. Nobody uses it, unless the next attempt asks again by the key or for the offset.
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
