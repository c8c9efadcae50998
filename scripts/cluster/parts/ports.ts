import { createServer } from 'node:net'

/** The first of some free neighbours, below the ports that outgoing connections use. */
export async function freePorts(count: number): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const first = 20_000 + Math.floor(Math.random() * 12_000)
    const free = await Promise.all(Array.from({ length: count }, (_, n) => isFree(first + n)))
    if (free.every(Boolean)) return first
  }
  throw new Error(`no ${count} free ports beside each other`)
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.on('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
