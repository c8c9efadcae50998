import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'

export type Reply = { status: number; body: { code?: string; [field: string]: unknown }; cookie: string }
export type Request = { method: string; path: string; body?: object; headers?: Record<string, string> }

let addresses = 0

/**
 * A client with its address from 127.0.0.0/8, so that rate limits per address do not apply although everything runs on
 * this machine.
 */
export function createCaller(url: string, certificate: string) {
  const { port } = new URL(url)
  const ca = readFileSync(certificate)
  let agent = newAgent()
  let sent = 0

  function newAgent() {
    addresses += 1
    const localAddress = `127.1.${addresses >> 7}.${(addresses & 127) + 1}`
    return new Agent({ keepAlive: true, maxSockets: 1, localAddress, ca, servername: 'localhost' })
  }

  function send({ method, path, body, headers = {} }: Request, patience = 15_000): Promise<Reply> {
    sent += 1
    if (sent % 60 === 0) {
      agent.destroy()
      agent = newAgent()
    }
    const content = body === undefined ? undefined : JSON.stringify(body)
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          agent,
          signal: AbortSignal.timeout(patience),
          headers: {
            host: `localhost:${port}`,
            ...(content ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) } : {}),
            ...headers,
          },
        },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              body: parse(Buffer.concat(chunks).toString()),
              cookie: reply.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
            }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end(content)
    })
  }
  return { send, close: () => agent.destroy() }
}

/** A proxy without an upstream answers in HTML. */
function parse(text: string): Reply['body'] {
  try {
    return JSON.parse(text) as Reply['body']
  } catch {
    return {}
  }
}
