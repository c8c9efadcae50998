import pg from 'pg'
import type { Logger } from 'pino'
import type { Signal } from './bus.ts'
import { signalChannel } from './publish.ts'

type Options = {
  url: string
  log: Logger
  onSignal: (signal: Signal) => void
  /** Signals may have been missed while the connection was away. */
  onGap: () => void
  onReady?: () => void
}

export type Listener = { close(): Promise<void> }

/** One connection of its own that hears what any process announced, and comes back after every fault. */
export function listen({ url, log, onSignal, onGap, onReady }: Options): Listener {
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  let everConnected = false

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      // Without it the heartbeat would wait for ever on a line that swallows everything.
      query_timeout: 10_000,
    })
    client = next
    next.on('error', (error) => log.warn({ err: error.message }, 'live connection error'))
    next.on('end', () => retry(next))
    next.on('notification', ({ payload = '' }) => {
      // Whoever may use this database may announce anything on it; that must not end the process.
      try {
        onSignal(JSON.parse(payload) as Signal)
      } catch (error) {
        log.warn({ err: error instanceof Error ? error.message : error }, 'live announcement not understood')
      }
    })
    try {
      await next.connect()
      await next.query(`listen ${signalChannel}`)
      failures = 0
      if (everConnected) onGap()
      everConnected = true
      onReady?.()
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.message : error }, 'live connection refused')
      next.end().catch(() => undefined)
      retry(next)
    }
  }

  function retry(lost: pg.Client) {
    if (closed || lost !== client || timer) return
    everConnected = true
    timer = setTimeout(
      () => {
        timer = undefined
        void connect()
      },
      Math.min(5_000, 100 * 2 ** failures++),
    )
  }

  // A silent network failure shows only when something is sent.
  const heartbeat = setInterval(() => {
    client?.query('select 1').catch(() => client?.end().catch(() => undefined))
  }, 30_000)
  heartbeat.unref()

  void connect()
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      await client?.end().catch(() => undefined)
    },
  }
}
