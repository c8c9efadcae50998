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

  async function request(method: string, path: string, body?: unknown): Promise<Response> {
    const response = await fetch(`/api/capture${path}`, {
      method,
      credentials: 'omit',
      headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new GuestProblem(0, 'offline', 'No connection. Please check your network and try again.')
    })
    if (!response.ok) throw problemOf(response.status, await response.text().catch(() => ''))
    return response
  }
  const json = async <T>(method: string, path: string, body?: unknown) =>
    (await (await request(method, path, body)).json()) as T

  return {
    read: () => json<Capture>('GET', ''),
    setName: (firstName: string) => json<Capture>('PATCH', '', { firstName }),
    grant: ({ name, size, type }: File) =>
      json<Grant>('POST', '/uploads', { fileName: name || 'photo', size, contentType: type }),
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

/** Sends the bytes to where the grant says. `XMLHttpRequest`, because `fetch` tells nothing about what has been sent. */
export const sendBytes = ({ method, url, headers }: Grant, file: File, onProgress: (bytes: number) => void) =>
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
    sending.send(file)
  })
