import { Agent, request as requestOverTls } from 'node:https'

/**
 * The address of a subscription comes from a browser, and our server calls it: only the services of the browsers themselves are
 * called, so that nobody can make us call anything else. TLS says that the answer comes from there.
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

/** Hands a message to its push service and answers with the status; throws where no answer comes. */
export type SendPush = (request: PushRequest) => Promise<number>

const agent = new Agent({ keepAlive: true, maxSockets: 8, timeout: 30_000 })
const longestAnswer = 64 * 1024

type Options = { patienceMs?: number; request?: typeof requestOverTls }

/** A redirect is an answer like any other, and is not followed. */
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
        // What it says beside the status is not needed, also when it breaks off.
        answer.on('error', () => undefined)
        answer.on('close', () => resolve(answer.statusCode ?? 0))
      })
      sending.on('error', reject)
      sending.end(body)
    })
}
