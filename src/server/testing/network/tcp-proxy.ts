import { connect, createServer, type Server, type Socket } from 'node:net'

type Target = { host: string; port: number } | { path: string }

/**
 * A TCP proxy with faults. Cut: connections end and new ones are refused. Black hole: they stay open without traffic.
 */
export async function startTcpProxy(target: Target) {
  const sockets = new Set<Socket>()
  let isBlackHole = false
  let lastRequest: RegExp | undefined
  let endsAfter: RegExp | undefined
  let delayMs = 0
  let held: { requests: string; answers: (() => void)[] } | undefined
  let server: Server | undefined
  let port = 0

  function forward(near: Socket) {
    const far = connect(target)
    let sent = ''
    let isDeaf = false
    near.on('data', (bytes) => {
      if (held) held.requests += bytes.toString('latin1')
      if (lastRequest || endsAfter) sent += bytes.toString('latin1')
      isDeaf ||= lastRequest?.test(sent) ?? false
      if (isDeaf || !endsAfter?.test(sent)) return
      isDeaf = true
      // The delay lets the sent bytes arrive first, so that the other side executes them.
      setTimeout(() => near.destroy(), 200)
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        if (isBlackHole || (isDeaf && from === far)) return
        if (held && from === far) held.answers.push(() => to.write(bytes))
        else if (delayMs > 0 && from === far) setTimeout(() => to.write(bytes), delayMs)
        else to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  }

  async function listen() {
    server = createServer(forward)
    await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
    const address = server.address()
    port = typeof address === 'object' && address ? address.port : 0
  }

  async function cut() {
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)))
    server = undefined
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen()
  return {
    port,
    cut,
    blackHole() {
      isBlackHole = true
    },
    /** Loses the answers of a connection from this request on, although the request was executed. */
    swallowAnswersAfter(request: RegExp | undefined) {
      lastRequest = request
    },
    /** Cuts a connection after this request and before its answer, although the request was executed. */
    cutAfter(request: RegExp) {
      endsAfter = request
    },
    delayAnswers(milliseconds: number) {
      delayMs = milliseconds
    },
    /** Holds answers until `passOn`; requests pass and can be read. */
    holdAnswers() {
      const holding = { requests: '', answers: [] as (() => void)[] }
      held = holding
      return {
        requests: () => holding.requests,
        passOn() {
          held = undefined
          for (const answer of holding.answers) answer()
        },
      }
    },
    /** Ends all connections: bytes that a black hole swallowed stay lost. */
    async restore() {
      await cut()
      isBlackHole = false
      endsAfter = undefined
      delayMs = 0
      await listen()
    },
  }
}

/** The same for a database: `url` leads through it. */
export async function startDatabaseProxy(databaseUrl: string) {
  const url = new URL(databaseUrl)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || url.searchParams.get('port') || 5432)
  const proxy = await startTcpProxy(folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: url.hostname, port })
  url.searchParams.delete('host')
  url.searchParams.delete('port')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { ...proxy, url: url.href }
}
