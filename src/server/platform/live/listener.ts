import pg from 'pg'
import type { Logger } from 'pino'
import type { Signal } from './bus.ts'
import { signalChannel } from './publish.ts'

type Options = {
  url: string
  log: Logger
  onSignal: (signal: Signal) => void
  /** After this call every signal arrives; earlier ones may have been missed. */
  onConnected: () => void
}

type Listener = {
  /** True if every signal sent until 1.5 seconds ago has arrived. */
  isHearing(): boolean
  /** Checks now. Rejects if signals do not arrive. */
  check(): Promise<void>
  close(): Promise<void>
}

/** The application name in the database's list of connections, for operators. */
export const listenerName = 'sports-week live'

const heartbeat = {
  every: 500,
  /** Older answers do not prove that signals still arrive. */
  validFor: 1_500,
  /** A database that is slow for a moment sends pending answers later, in order; a dead connection never does. */
  giveUpAfter: 3_000,
}

/** A dedicated connection that receives the signals of all processes and reconnects after every fault. */
export function listen({ url, log, onSignal, onConnected }: Options): Listener {
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** The sending time of the last successful check. */
  let heardAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined

  async function connect() {
    const next = new pg.Client({
      connectionString: url,
      application_name: listenerName,
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    })
    client = next
    next.on('error', (error) => log.warn({ err: error.message }, 'live connection error'))
    next.on('end', () => retry(next))
    next.on('notification', ({ payload = '' }) => {
      // Any user of this database may notify anything; that must not end the process.
      try {
        onSignal(JSON.parse(payload) as Signal)
      } catch (error) {
        log.warn({ err: error instanceof Error ? error.message : error }, 'live announcement not understood')
      }
    })
    try {
      await next.connect()
      const sentAt = performance.now()
      await within(heartbeat.giveUpAfter, next.query(`listen ${signalChannel}`))
      if (next !== client || closed) return
      failures = 0
      onConnected()
      heardAt = sentAt
    } catch (error) {
      log.warn({ err: error instanceof Error ? error.message : error }, 'live connection refused')
      next.end().catch(() => undefined)
      retry(next)
    }
  }

  function retry(lost: pg.Client) {
    if (lost !== client) return
    heardAt = Number.NEGATIVE_INFINITY
    if (closed || timer) return
    timer = setTimeout(
      () => {
        timer = undefined
        void connect()
      },
      Math.min(2_000, 100 * 2 ** failures++),
    )
  }

  /** Detects silent failures by a query: a dead network, or a pooler that gave us another session. */
  async function ask(connection: pg.Client) {
    const sentAt = performance.now()
    try {
      const question = connection.query<{ channel: string }>('select pg_listening_channels() as channel')
      const { rows } = await within(heartbeat.giveUpAfter, question)
      if (!rows.some(({ channel }) => channel === signalChannel)) throw new Error('this session does not listen')
      if (connection === client) heardAt = sentAt
    } catch (error) {
      connection.end().catch(() => undefined)
      retry(connection)
      throw error
    }
  }

  function check(): Promise<void> {
    const connection = client
    if (!connection || heardAt === Number.NEGATIVE_INFINITY) return Promise.reject(new Error('not connected'))
    asking ??= ask(connection).finally(() => {
      asking = undefined
    })
    return asking
  }

  const beating = setInterval(() => void check().catch(() => undefined), heartbeat.every)
  beating.unref()

  void connect()
  return {
    isHearing: () => performance.now() - heardAt < heartbeat.validFor,
    check,
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(beating)
      await client?.end().catch(() => undefined)
    },
  }
}

/** A timeout that expires after pending input was read: in a busy process the answer may be waiting. */
function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new Error(`no answer within ${milliseconds} ms`))
    const timer = setTimeout(() => setImmediate(late), milliseconds)
    timer.unref()
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
