import { createServer } from 'node:net'

/** A free port, chosen by the system. */
export const freePort = () => listenOnce(0)

/** The first of `count` consecutive free ports, below the ports of outgoing connections. */
export async function freePorts(count) {
  for (let tries = 0; tries < 200; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const ports = Array.from({ length: count }, (_, n) => listenOnce(first + n).catch(() => 0))
    if ((await Promise.all(ports)).every(Boolean)) return first
  }
  throw new Error(`no ${count} free ports beside each other`)
}

function listenOnce(wanted) {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(wanted, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
