import { tus } from '#contract/files/tus-protocol.ts'

/** Below this a file is sent as a whole: it costs one request, and a cut costs little. */
export const resumableFrom = 1024 ** 2

/** Where the pieces of a file go. The address carries its secret. */
type Begun = { url: string; path: string; at: number }
type Named = { name: string; size: number; data: Blob }

const prefix = 'upload '
const keptMs = 24 * 60 * 60 * 1000
const version = { 'tus-resumable': tus.version }

/**
 * What this device has begun to send and not finished, also after a reload. `scope` names whose it is and what for: nobody else
 * on the same device goes on with it.
 */
export function createMemory(scope: string) {
  /** The same photo chosen twice is two files: only the first of them is found again. */
  const inUse = new Map<string, Blob>()
  const keyOf = ({ name, size, data }: Named) =>
    `${prefix}${scope} ${size} ${data instanceof File ? data.lastModified : ''} ${name}`

  function ownKey(file: Named): string | undefined {
    const key = keyOf(file)
    if ((inUse.get(key) ?? file.data) !== file.data) return undefined
    inUse.set(key, file.data)
    return key
  }
  return {
    recall(file: Named): Begun | undefined {
      const key = ownKey(file)
      try {
        const begun = JSON.parse((key && localStorage.getItem(key)) || 'null') as Begun | null
        return begun && Date.now() - begun.at < keptMs ? begun : undefined
      } catch {
        return undefined
      }
    },
    remember(file: Named, place: { url: string; path: string }) {
      const key = ownKey(file)
      try {
        removeOld()
        if (key) localStorage.setItem(key, JSON.stringify({ ...place, at: Date.now() }))
      } catch {
        // Forbidden in some built-in browsers: then it goes on until the page is closed.
      }
    },
    forget(file: Named) {
      const key = keyOf(file)
      if (inUse.get(key) === file.data) inUse.delete(key)
      try {
        localStorage.removeItem(key)
      } catch {
        // See above.
      }
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

/** At which byte it goes on; the status where the server does not say so, 0 without an answer. */
export async function askOffset(url: string, signal?: AbortSignal): Promise<{ status: number; offset: number }> {
  const response = await fetch(url, { method: 'HEAD', headers: version, signal: signal ?? null }).catch(() => undefined)
  return { status: response?.status ?? 0, offset: Number(response?.headers.get('upload-offset') ?? 0) }
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

/** The server is elsewhere in the file than we thought, or has it no more: the next attempt asks anew. */
export const needsNewLook = (status: number) => status === 404 || status === 409 || status === 423
