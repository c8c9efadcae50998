import { ApiProblem } from '#client/platform/requests/api.ts'
import { tus } from '#contract/files/tus-protocol.ts'
import { serverBusy, uploadProblem } from './errors.ts'

/** Smaller files are sent whole: that takes one request, and a broken connection costs little. */
export const resumableFrom = 1024 ** 2

/** Upload address of a begun file, which contains its secret. */
type Begun = { url: string; path: string; at: number }
type NamedFile = { name: string; size: number; data: Blob }
export type Memory = ReturnType<typeof createMemory>

const prefix = 'upload '
const keptMs = 24 * 60 * 60 * 1000
const version = { 'tus-resumable': tus.version }

/**
 * Remembers unfinished uploads in local storage, to resume them after a reload. `scope` names owner and purpose:
 * nobody else on the device resumes them.
 */
export function createMemory(scope: string) {
  /** The same photo chosen twice counts as two files; only the first one resumes. */
  const inUse = new Map<string, Blob>()
  const keyOf = ({ name, size, data }: NamedFile) =>
    `${prefix}${scope} ${size} ${data instanceof File ? data.lastModified : ''} ${name}`

  /** Where browsers forbid storage nothing is remembered, and an upload resumes only until the page is closed. */
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

/** Headers of the request that creates an upload. */
export function creationHeaders(size: number, metadata: Record<string, string | undefined>): Record<string, string> {
  const pairs = Object.entries(metadata).flatMap(([key, value]) => (value ? `${key} ${encode(value)}` : []))
  return { ...version, 'upload-length': String(size), 'upload-metadata': pairs.join(',') }
}

/** The byte offset to resume at; undefined when the server no longer knows the upload. */
export async function readOffset(url: string, signal: AbortSignal): Promise<number | undefined> {
  const response = await fetch(url, { method: 'HEAD', headers: version, signal }).catch(() => undefined)
  if (!response) throw uploadProblem()
  if (response.status === 404) return undefined
  if (response.status !== 200) throw serverBusy()
  return Number(response.headers.get('upload-offset') ?? 0)
}

/** Headers of the piece that begins at `offset`. */
export const pieceHeaders = (offset: number): Record<string, string> => ({
  ...version,
  'content-type': tus.contentType,
  'upload-offset': String(offset),
})

/** Deletes an upload without waiting for the answer; a sweep removes the rest a day later. */
export function giveUp(url: string) {
  void fetch(url, { method: 'DELETE', headers: version, keepalive: true }).catch(() => undefined)
}

/** True when the server is at another offset or no longer has the upload; the next attempt reads the offset. */
export const isElsewhere = (error: unknown) => error instanceof ApiProblem && [404, 409, 423].includes(error.status)
