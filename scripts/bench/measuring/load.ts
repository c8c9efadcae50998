// Requests one address repeatedly over keep-alive connections, with minimal client work.
import { connect } from 'node:net'

export type Load = {
  port: number
  path: string
  headers?: Record<string, string>
  connections: number
  seconds: number
  /** Generates a different request each time, instead of the same read. */
  next?: () => Buffer
  status?: number
}
export type Measured = { perSecond: number; p50: number; p99: number; bytes: number; failures: number }

export async function measure(load: Load): Promise<Measured> {
  const { port, path, headers = {}, connections, seconds, next, status = 200 } = load
  const lines = Object.entries({ host: `127.0.0.1:${port}`, connection: 'keep-alive', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  const times: number[] = []
  let failures = 0
  let bytes = 0
  const begun = performance.now()
  const end = begun + seconds * 1000

  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve) => {
          const socket = connect({ port, host: '127.0.0.1', noDelay: true })
          let left = -1
          let asked = 0
          const ask = () => {
            if (performance.now() >= end) return socket.destroy()
            asked = performance.now()
            left = -1
            socket.write(next?.() ?? request)
          }
          socket.on('connect', ask)
          socket.on('data', (chunk) => {
            if (left < 0) {
              // The head arrives in one piece: the server writes it in one piece, and it is smaller than a loopback
              // packet.
              const stop = chunk.indexOf('\r\n\r\n')
              const head = chunk.toString('latin1', 0, stop)
              const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
              if (stop < 0 || !head.startsWith(`HTTP/1.1 ${status}`)) failures++
              bytes = length
              left = length + stop + 4
            }
            left -= chunk.length
            if (left > 0) return
            times.push(performance.now() - asked)
            ask()
          })
          socket.on('error', () => failures++)
          socket.on('close', () => resolve())
        }),
    ),
  )
  times.sort((a, b) => a - b)
  const elapsed = (performance.now() - begun) / 1000
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), bytes, failures }
}
