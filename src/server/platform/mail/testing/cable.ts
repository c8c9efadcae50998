import { connect, createServer, type Server, type Socket } from 'node:net'

/** The wire to a database: while cut, nothing gets through and nobody answers. */
export async function layCable(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const folder = target.searchParams.get('host') ?? undefined
  const port = Number(target.port || target.searchParams.get('port') || 5432)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let ownPort = 0

  async function mend() {
    server = createServer((near) => {
      const far = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, target.hostname)
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          sockets.delete(socket)
          near.destroy()
          far.destroy()
        })
      }
      near.pipe(far).pipe(near)
    })
    await new Promise<void>((resolve) => server?.listen(ownPort, '127.0.0.1', resolve))
    const address = server.address()
    ownPort = typeof address === 'object' && address ? address.port : 0
  }

  async function cut() {
    const closed = new Promise((resolve) => server?.close(resolve))
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await mend()
  const url = new URL(databaseUrl)
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = '127.0.0.1'
  url.port = String(ownPort)
  return { url: url.href, cut, mend }
}
