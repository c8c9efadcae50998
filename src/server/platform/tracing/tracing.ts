import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { connectionOf } from '../database/client.ts'
import { createIsTrusted } from '../log/request-id.ts'
import type { Platform } from '../platform.ts'
import { type Span, SpanExporter } from './span-exporter.ts'

/** A request or statement in progress. */
export type Context = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'startedAt'>
type TracedRequest = Pick<IncomingMessage, 'headers' | 'socket'>
type Ended = Pick<Span, 'name' | 'attributes' | 'hasFailed'>

export type Tracing = {
  /** Undefined if this request is not sampled. */
  begin(request: TracedRequest): Context | undefined
  /** Runs work in the context; its asynchronous continuations belong to it too. */
  run(context: Context, work: () => void): void
  end(context: Context, ended: Ended): void
  stop(): Promise<void>
}

/** OpenTelemetry traces of requests and their statements. Undefined without a collector. */
export function startTracing({ config, db, log }: Platform): Tracing | undefined {
  if (!config.tracing) return undefined
  const { ratio } = config.tracing
  const exporter = new SpanExporter(config.tracing, log)
  const current = new AsyncLocalStorage<Context>()
  const isTrusted = createIsTrusted(config.trustProxy ?? [])
  const pool = connectionOf(db)
  const stopQueries = 'totalCount' in pool ? traceQueries(pool, current, exporter) : () => undefined

  return {
    begin({ headers, socket }) {
      const parent = isTrusted(socket.remoteAddress) ? readTraceparent(headers.traceparent) : undefined
      if (parent ? !parent.isSampled : Math.random() >= ratio) return undefined
      return {
        traceId: parent?.traceId ?? randomHex(16),
        spanId: randomHex(8),
        parentSpanId: parent?.spanId,
        startedAt: now(),
      }
    },
    run: (context, work) => current.run(context, work),
    end: (context, ended) => exporter.add({ ...context, ...ended, kind: 'server', endedAt: now() }),
    async stop() {
      stopQueries()
      await exporter.stop()
    },
  }
}

/** Traces the statements of a request: their text with placeholders, never the values. */
function traceQueries(pool: pg.Pool, current: AsyncLocalStorage<Context>, exporter: SpanExporter): () => void {
  const traced = new Set<pg.PoolClient>()

  function traceClient(client: pg.PoolClient) {
    if (traced.has(client)) return
    traced.add(client)
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    function queryAndObserve(...given: unknown[]) {
      const context = current.getStore()
      const text = textOf(given[0])
      if (!context || text === undefined) return query(...given)
      const span: Context = {
        traceId: context.traceId,
        spanId: randomHex(8),
        parentSpanId: context.spanId,
        startedAt: now(),
      }
      const end = (error?: unknown) => exporter.add(describeStatement(span, text, Boolean(error)))
      const callback = given.at(-1)
      if (typeof callback === 'function') {
        return query(...given.slice(0, -1), (error: unknown, ...rest: unknown[]) => {
          end(error)
          callback(error, ...rest)
        })
      }
      const running = query(...given) as Promise<unknown>
      running.then(
        () => end(),
        (error: unknown) => end(error ?? true),
      )
      return running
    }
    client.query = queryAndObserve as typeof client.query
  }

  const forgetClient = (client: pg.PoolClient) => void traced.delete(client)
  pool.on('acquire', traceClient)
  pool.on('remove', forgetClient)
  const connect = pool.connect
  type Connected = Parameters<typeof connect>[0]
  // Bind the callback to its async context: another request's release calls it when a waiter gets the connection.
  pool.connect = ((callback?: Connected) =>
    callback
      ? connect.call(pool, AsyncResource.bind(callback))
      : (connect as () => Promise<pg.PoolClient>).call(pool)) as typeof connect
  return () => {
    pool.off('acquire', traceClient)
    pool.off('remove', forgetClient)
    // Restore the connections for later users of the pool: remove the property that hides `query`.
    for (const client of traced) Reflect.deleteProperty(client, 'query')
    pool.connect = connect
  }
}

/** Undefined for queries that are not statements, such as a row stream. */
function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const isStatement = typeof query === 'object' && query !== null && 'text' in query && !('submit' in query)
  return isStatement ? String(query.text) : undefined
}

const longestText = 500

function describeStatement(context: Context, text: string, hasFailed: boolean): Span {
  const name = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, longestText) }
  return { ...context, name, kind: 'client', endedAt: now(), attributes, hasFailed }
}

type Parent = { traceId: string; spanId: string; isSampled: boolean }

/** The W3C format: `00-<trace>-<span>-<flags>`. */
export function readTraceparent(given: string | string[] | undefined): Parent | undefined {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(typeof given === 'string' ? given : '') ?? []
  if (!/[1-9a-f]/.test(traceId) || !/[1-9a-f]/.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')
const now = () => performance.timeOrigin + performance.now()
