import {
  askOffset,
  creationHeaders,
  needsNewLook,
  pieceHeaders,
  resumableFrom,
} from '#client/platform/uploads/transfer/resumable.ts'
import { captureDeviceHeader, captureTokenHeader } from '#contract/endpoint.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import type { Capture } from '#contract/proofs/capture.ts'

/** What a call was refused with; status 0 without an answer. */
export class GuestProblem extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, sentence: string) {
    super(sentence)
    this.status = status
    this.code = code
  }
}

/** A place for a file: with an offset for one that is sent in pieces and goes on there. */
export type Place = Grant & { offset?: number }

const deviceKey = 'team-device'

/** A secret of this device, by which it alone finds its files again. Where nothing can be stored it lasts as long as the page. */
function ownDevice(): string {
  try {
    const known = localStorage.getItem(deviceKey)
    if (known) return known
  } catch {
    // Forbidden in some built-in browsers.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    localStorage.setItem(deviceKey, made)
  } catch {
    // See above.
  }
  return made
}

/** The calls of a team link. The secret travels in a header: addresses end up in logs and histories. */
export function createGuestApi(token: string) {
  const headers: Record<string, string> = { [captureTokenHeader]: token, [captureDeviceHeader]: ownDevice() }

  async function request(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const response = await fetch(`/api/capture${path}`, {
      method,
      credentials: 'omit',
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new GuestProblem(0, 'offline', 'No connection. Please check your network and try again.')
    })
    if (!response.ok) throw problemOf(response.status, await response.text().catch(() => ''))
    return response
  }
  const json = async <T>(method: string, path: string, body?: unknown) =>
    (await (await request(method, path, body)).json()) as T

  /** By its key the server knows what it has of the file, also from before a reload. */
  async function grantPieces({ name, size, type }: File, fileKey: string): Promise<Place> {
    const metadata = { filename: name || 'photo', filetype: type, fileKey }
    const response = await request('POST', '/uploads/tus', undefined, creationHeaders(size, metadata))
    const { path, isStored = false } = (await response.json()) as { path: string; isStored?: boolean }
    const place = { method: 'PUT' as const, url: response.headers.get('location') ?? '', path, headers: {} }
    if (isStored) return { ...place, isStored }
    const { status, offset } = await askOffset(place.url)
    if (status !== 200) throw new GuestProblem(status && 503, 'offline', 'The connection was lost.')
    return { ...place, offset }
  }

  return {
    read: () => json<Capture>('GET', ''),
    setName: (firstName: string) => json<Capture>('PATCH', '', { firstName }),
    grant: (file: File, fileKey: string): Promise<Place> => {
      const { name, size, type } = file
      if (size >= resumableFrom) return grantPieces(file, fileKey)
      return json<Grant>('POST', '/uploads', { fileName: name || 'photo', size, contentType: type, fileKey })
    },
    remove: (path: string) => json<Capture>('DELETE', `/files/${nameOf(path)}`),
    thumbnail: async (path: string) => (await request('GET', `/files/${nameOf(path)}/thumbnail`)).blob(),
  }
}
export type GuestApi = ReturnType<typeof createGuestApi>

const nameOf = (path: string) => path.split('/')[1] ?? ''

export function problemOf(status: number, text: string): GuestProblem {
  try {
    const { code, message } = JSON.parse(text) as { code: string; message: string }
    return new GuestProblem(status, code, message)
  } catch {
    return new GuestProblem(status, 'unexpected', 'Something went wrong. Please try again.')
  }
}

/** Sends the file, or what is left of it, to where its place is. */
export async function sendFile(place: Place, file: File, onProgress: (bytes: number) => void) {
  const { offset } = place
  if (offset === undefined) return sendBytes(place, file, onProgress)
  if (offset >= file.size) return
  const piece = { method: 'PATCH', url: place.url, headers: pieceHeaders(offset) }
  await sendBytes(piece, file.slice(offset), (bytes) => onProgress(offset + bytes)).catch((error: unknown) => {
    const isMoved = error instanceof GuestProblem && needsNewLook(error.status)
    throw isMoved ? new GuestProblem(503, error.code, error.message) : error
  })
}

/** Sends the bytes to where the grant says. `XMLHttpRequest`, because `fetch` tells nothing about what has been sent. */
const sendBytes = (
  { method, url, headers }: { method: string; url: string; headers: Record<string, string> },
  bytes: Blob,
  onProgress: (bytes: number) => void,
) =>
  new Promise<void>((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(method, url)
    for (const name of Object.keys(headers)) sending.setRequestHeader(name, headers[name] ?? '')
    sending.upload.onprogress = ({ loaded }) => onProgress(loaded)
    sending.onloadend = () => {
      if (sending.status >= 200 && sending.status < 300) resolve()
      else if (sending.status === 0) reject(new GuestProblem(0, 'offline', 'The connection was lost.'))
      else reject(problemOf(sending.status, sending.responseText))
    }
    sending.send(bytes)
  })
