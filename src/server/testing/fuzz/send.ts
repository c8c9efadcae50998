import { Agent, request } from 'node:http'
import type { Damaged } from './damaged-requests.ts'
import type { People } from './people.ts'

/** Above any delay of a busy machine: only a hanging request exceeds it. */
const longestAnswer = 30_000

export type Sent = Pick<Damaged, 'method' | 'path' | 'headers' | 'role'> & { body?: Buffer }
export type Answer = { status: number; text: string; contentType: string; trouble?: string }

/** Fills in credentials and ids. Every request has another client address, so that rate limits do not end the run. */
export function prepare({ role, method, path, headers, body, isLatin }: Damaged, people: People, index: number): Sent {
  const word = `w${index}`
  const bytes = body === undefined ? undefined : Buffer.from(people.inPlace(body, word), isLatin ? 'latin1' : 'utf8')
  const from = `${10 + ((index >> 24) & 63)}.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
  const own = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value : people.inPlace(value, word),
  ])
  return {
    role,
    method,
    path: people.inPlace(path, word),
    headers: {
      ...(bytes ? { 'content-type': 'application/json', 'content-length': String(bytes.length) } : {}),
      ...people.credentials[role],
      'x-forwarded-for': from,
      ...Object.fromEntries(own),
    },
    ...(bytes ? { body: bytes } : {}),
  }
}

export function createSender(base: string, atOnce: number) {
  const { hostname, port } = new URL(base)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const send = ({ method, path, headers, body }: Sent) =>
    new Promise<Answer>((resolve) => {
      const fail = (trouble: string) => resolve({ status: 0, text: '', contentType: '', trouble })
      const sending = request({ hostname, port, method, path, headers, agent, timeout: longestAnswer }, (answer) => {
        const contentType = answer.headers['content-type'] ?? ''
        let text = ''
        const done = () => resolve({ status: answer.statusCode ?? 0, text, contentType })
        answer.setEncoding('utf8')
        answer.on('data', (piece) => {
          text += piece
        })
        answer.on('close', done)
        answer.on('error', done)
        if (contentType.startsWith('text/event-stream')) answer.destroy()
      })
      sending.on('timeout', () => {
        fail(`no answer in ${longestAnswer} ms`)
        sending.destroy()
      })
      sending.on('error', (error: NodeJS.ErrnoException) => fail(error.code ?? error.message))
      sending.end(body)
    })
  return { send, close: () => agent.destroy() }
}
