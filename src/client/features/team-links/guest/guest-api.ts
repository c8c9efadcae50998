import { sendRequest } from '#client/platform/requests/api.ts'
import { creationHeaders } from '#client/platform/uploads/send/resumable.ts'
import { createTransport } from '#client/platform/uploads/send/transport.ts'
import { captureDeviceHeader, captureTokenHeader } from '#contract/endpoint.ts'
import type { Grant } from '#contract/files/endpoints.ts'
import type { Capture } from '#contract/proofs/capture.ts'

/** Client of a team link. The secret travels in a header, because addresses end up in logs and histories. */
export function createGuestApi(token: string) {
  const secrets: Record<string, string> = { [captureTokenHeader]: token, [captureDeviceHeader]: readDevice() }

  const request = (method: string, path: string, options: RequestInit = {}) =>
    sendRequest(`/api/capture${path}`, {
      ...options,
      method,
      credentials: 'omit',
      headers: { ...secrets, ...(options.headers as Record<string, string>) },
    })
  const json = async <T>(method: string, path: string, body?: unknown) => {
    const sent = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    return (await (await request(method, path, body === undefined ? {} : sent)).json()) as T
  }
  const remove = (path: string) => json<Capture>('DELETE', `/files/${nameOf(path)}`)

  return {
    read: () => json<Capture>('GET', ''),
    /** Server-sent events by `fetch`, because an `EventSource` sends no headers. */
    follow: (signal: AbortSignal) => request('GET', '/stream', { signal }),
    setName: (firstName: string) => json<Capture>('PATCH', '', { firstName }),
    remove,
    thumbnail: async (path: string) => (await request('GET', `/files/${nameOf(path)}/thumbnail`)).blob(),
    /** Needs no `memory` to resume: the server finds an earlier upload by the file's key. */
    transport: createTransport({
      grantWhole: ({ name, size, type, fileKey }) =>
        json<Grant>('POST', '/uploads', { fileName: name || 'photo', size, contentType: type, fileKey }),
      createResumable: ({ name, size, type, fileKey }) =>
        request('POST', '/uploads/tus', {
          headers: creationHeaders(size, { filename: name || 'photo', filetype: type, fileKey }),
        }),
      discard: remove,
    }),
  }
}
export type GuestApi = ReturnType<typeof createGuestApi>

const nameOf = (path: string) => path.split('/')[1] ?? ''

const deviceKey = 'team-device'

/** Secret of this device, which identifies its files. Without storage it lasts as long as the page. */
function readDevice(): string {
  try {
    const known = localStorage.getItem(deviceKey)
    if (known) return known
  } catch {
    // Some in-app browsers forbid storage.
  }
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  const made = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  try {
    localStorage.setItem(deviceKey, made)
  } catch {
    // Without storage the secret is not saved.
  }
  return made
}
