import { ApiProblem } from '#client/platform/requests/api.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import { serverBusy, uploadProblem } from './errors.ts'

/** Below this a file is sent as a whole: it costs one request, and a cut costs little. */
export const resumableFrom = 1024 ** 2

/** Where the pieces of a file go. The address carries its secret. */
type Begun = { url: string; path: string; at: number }
type NamedFile = { name: string; size: number; data: Blob }
export type Memory = ReturnType<typeof createMemory>

const prefix = 'upload '
const keptMs = 24 * 60 * 60 * 1000
const version = { 'tus-resumable': tus.version }

/**
 * The uploads that this device has begun and not finished, also after a reload. `scope` names whose they are and what for: nobody
 * else on the same device resumes them.
 */
export function createMemory(scope: string) {
  /** The same photo chosen twice is two files: only the first of them is found again. */
  const inUse = new Map<string, Blob>()
  const keyOf = ({ name, size, data }: NamedFile) =>
    `${prefix}${scope} ${size} ${data instanceof File ? data.lastModified : ''} ${name}`

  /** Nothing is remembered in browsers that forbid storage: an upload is then resumed until the page is closed. */
  function withKey<T>(file: NamedFile, work: (key: string) => T): T | undefined {
    const key = keyOf(file)
    if ((inUse.get(key) ?? file.data) !== file.data) return undefined
    inUse.set(key, file.data)
    try {
      return work(key)
    } catch {
      return undefined
    }
  }
  return {
    recall: (file: NamedFile) =>
      withKey(file, (key) => {
        const begun = JSON.parse(localStorage.getItem(key) ?? 'null') as Begun | null
        return begun && Date.now() - begun.at < keptMs ? begun : undefined
      }),
    remember(file: NamedFile, { url, path }: { url: string; path: string }) {
      withKey(file, (key) => {
        removeOld()
        localStorage.setItem(key, JSON.stringify({ url, path, at: Date.now() }))
      })
    },
    forget(file: NamedFile) {
      withKey(file, (key) => {
        inUse.delete(key)
        localStorage.removeItem(key)
      })
    },
  }
}

function removeOld() {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefix)) continue
    const { at = 0 } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Begun>
    if (Date.now() - at >= keptMs) localStorage.removeItem(key)
  }
}

const encode = (value: string) => btoa(String.fromCharCode(...new TextEncoder().encode(value)))

/** The headers with which a place for the file is asked for. */
export function creationHeaders(size: number, metadata: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(metadata).flatMap(([key, value]) => (value ? `${key} ${encode(value)}` : []))
  return { ...version, 'upload-length': String(size), 'upload-metadata': pairs.join(',') }
}

/** At which byte it resumes; undefined where the server does not know it any more. */
export async function readOffset(url: string, signal: AbortSignal): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', headers: version, signal }).catch(() => undefined)
  if (!response) throw uploadProblem()
  if (response.status === 404) return undefined
  if (response.status !== 200) throw serverBusy()
  return Number(response.headers.get('upload-offset') ?? 0)
}

/** The headers of the piece that begins at this byte. */
export const pieceHeaders = (offset: number): Record<string, string> => ({
  ...version,
  'content-type': tus.contentType,
  'upload-offset': String(offset),
})

/** Nobody waits for the answer: what is not given up now is swept a day later. */
export function giveUp(url: string) {
  void fetch(url, { method: 'DELETE', headers: version, keepalive: true }).catch(() => undefined)
}

/** The server is at another byte, or has the file no more: the next attempt reads the offset again. */
export const isElsewhere = (error: unknown) => error instanceof ApiProblem && [404, 409, 423].includes(error.status)
