import { Agent, request as requestOverTls } from 'node:https'

/**
 * Allow list of browser push services, against server-side request forgery: a browser chooses the subscription's
 * address, and our server calls it. TLS authenticates the service.
 */
const services = [
  'fcm.googleapis.com',
  'jmt17.google.com',
  '.push.services.mozilla.com',
  '.push.apple.com',
  '.notify.windows.com',
]

export function isPushAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password, hash } = new URL(address)
  if (protocol !== 'https:' || port || username || password || hash) return false
  return services.some((name) => (name.startsWith('.') ? hostname.endsWith(name) : hostname === name))
}

export type PushRequest = { address: string; headers: Record<string, string>; body: Buffer }

/** Posts a message to its push service and returns the status; throws without an answer. */
export type SendPush = (request: PushRequest) => Promise<number>

const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: 30_000 })
const longestAnswer = 64 * 1024

type Options = { patienceMs?: number; request?: typeof requestOverTls }

/** Redirects are not followed. */
export function createPushSender({ patienceMs = 10_000, request = requestOverTls }: Options = {}): SendPush {
  return ({ address, headers, body }) =>
    new Promise((resolve, reject) => {
      if (!isPushAddress(address)) return reject(new Error('Not the address of a push service'))
      const signal = AbortSignal.timeout(patienceMs)
      const options = { method: 'POST', headers: { ...headers, 'content-length': body.length }, agent, signal }
      const sending = request(address, options, (answer) => {
        let length = 0
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length
          if (length > longestAnswer) answer.destroy()
        })
        // The body is not needed, even if it breaks off.
        answer.on('error', () => undefined)
        answer.on('close', () => resolve(answer.statusCode ?? 0))
      })
      sending.on('error', reject)
      sending.end(body)
    })
}
