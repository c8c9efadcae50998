import { ApiProblem, call, retryAfterOf } from '#client/platform/requests/api.ts'
import { deleteWaitingFile, grantUpload, listWaitingFiles, type Purpose } from '#contract/files/endpoints.ts'
import type { Transport } from './transfer.ts'
import { networkSentence, UploadFault } from './upload-fault.ts'

/** Asks our server for a place, then sends the raw bytes to wherever it says. */
export function httpTransport(purpose: Purpose, taskId?: string): Transport {
  const discard = async (path: string) => {
    await discardUpload(path)
  }
  return {
    async grant({ name, size, type, position }, signal) {
      const draft = { ...(taskId ? { taskId } : {}), ...(position === undefined ? {} : { position }) }
      const asking = call(grantUpload, { body: { fileName: name, size, contentType: type, purpose, ...draft } })
      const stopped = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      })
      try {
        return await Promise.race([asking, stopped])
      } catch (error) {
        // The answer may still come; nobody will use it.
        if (signal.aborted) void asking.then(({ path }) => discard(path)).catch(() => undefined)
        throw faultOf(error)
      }
    },

    put: ({ method, url, headers }, { data }, signal, onProgress) =>
      new Promise((resolve, reject) => {
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
      }),

    arrived: async (path) => (await call(listWaitingFiles, {})).some((file) => file.path === path),

    discard,
  }
}

/** Throws an unused upload away. */
export function discardUpload(path: string) {
  const [folder = '', name = ''] = path.split('/')
  return call(deleteWaitingFile, { params: { folder, name } })
}

/** Our own disk answers with a sentence; a store of its own with something no person should read. */
function refusal(request: XMLHttpRequest): UploadFault {
  const { status, responseText, statusText } = request
  if (status === 0) return new UploadFault(networkSentence, 0)
  const { sentence } = new ApiProblem(status, responseText, statusText)
  return new UploadFault(sentence, status, retryAfterOf(request.getResponseHeader('retry-after')))
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof ApiProblem)) return error
  const sentence = error.code === 'offline' ? networkSentence : error.sentence
  return new UploadFault(sentence, error.status, error.retryAfter)
}
