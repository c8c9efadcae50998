import { connect } from 'node:net'

/** Sends raw bytes and returns the answer until the connection ends or falls silent. */
export async function sendRaw(
  base: string,
  bytes: string | Buffer,
  { patience, end = false }: { patience?: number; end?: boolean } = {},
) {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  // A busy machine may delay an answer for long, but not the pieces within it.
  socket.setTimeout(patience ?? 30_000)
  return new Promise<{ text: string; statuses: number[]; closed: boolean }>((resolve, reject) => {
    let text = ''
    const done = (closed: boolean) => {
      socket.destroy()
      const statuses = [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
      resolve({ text, statuses, closed })
    }
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      socket.setTimeout(patience ?? 2_000)
    })
    socket.on('timeout', () => done(false))
    socket.on('close', () => done(true))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error)
      else done(true)
    })
    if (end) socket.end(bytes)
    else socket.write(bytes)
  })
}

/** One request in plain text; the connection is closed after its answer. */
export function plain(method: string, target: string, headers: Record<string, string> = {}, body = '') {
  const lines = Object.entries({ host: 'week.test', connection: 'close', ...headers }).map(([n, v]) => `${n}: ${v}`)
  const length = body ? [`content-length: ${Buffer.byteLength(body)}`] : []
  return [`${method} ${target} HTTP/1.1`, ...lines, ...length, '', body].join('\r\n')
}
