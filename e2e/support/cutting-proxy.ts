// A proxy between browser and product that breaks connections in the middle of a file, which no browser tool can.
import { connect, createServer, type Socket } from 'node:net'
import type { Product } from './product.ts'

export type CuttingProxy = Awaited<ReturnType<typeof cuttingProxy>>

/**
 * Cuts or stalls every piece that starts at a file's first byte, after `cutAfter` bytes; later pieces pass. Browsers
 * repeat a request on a reset connection by themselves, so a single cut would not suffice. Records the offset of each
 * piece.
 */
export async function cuttingProxy(product: Product, { cutAfter }: { cutAfter: number }) {
  const offsets: number[] = []
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(product.url)
  let isStalling = false
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname)
    let allowed = Number.POSITIVE_INFINITY
    for (const socket of [browser, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => sockets.delete(socket))
    }
    let isCut = false
    const end = () => {
      browser.destroy()
      // Ends gracefully: destroying the connection would lose unread bytes, on a busy machine the whole piece.
      if (isCut) upstream.end()
      else upstream.destroy()
    }
    browser.on('close', end)
    upstream.on('close', end)
    upstream.pipe(browser)
    browser.on('data', (chunk) => {
      const head = /^PATCH \/api\/uploads\/tus\/[\s\S]*?\r\nupload-offset: (\d+)/i.exec(
        chunk.subarray(0, 4096).toString('latin1'),
      )
      if (head) {
        const offset = Number(head[1])
        offsets.push(offset)
        allowed = offset === 0 ? cutAfter : Number.POSITIVE_INFINITY
      }
      if (chunk.length <= allowed) {
        allowed -= chunk.length
        upstream.write(chunk)
        return
      }
      // Beyond the allowed bytes, drops the rest of this connection.
      isCut = !isStalling
      upstream.write(chunk.subarray(0, allowed), () => isStalling || end())
      allowed = 0
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://${hostname}:${typeof address === 'object' ? address?.port : ''}`,
    offsets,
    stallInstead() {
      isStalling = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
