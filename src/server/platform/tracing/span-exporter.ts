import type { Logger } from 'pino'
import { seconds } from '../clock.ts'
import type { TracingConfig } from '../config.ts'
import { readRelease } from '../project.ts'

type Value = string | number
export type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: 'server' | 'client'
  /** Milliseconds since 1970, with a fraction. */
  startedAt: number
  endedAt: number
  attributes: Record<string, Value | undefined>
  hasFailed: boolean
}

const kinds = { server: 2, client: 3 }
/** The queue limit; further spans are dropped, because an unreachable collector must not cost memory. */
const mostWaiting = 2_048
const interval = seconds(5)
const patience = seconds(10)
/** Short, because a stopping process has other work to finish. */
const patienceAtStop = seconds(2)

/** Sends spans in batches as OTLP/JSON over HTTP, some seconds after they ended. */
export class SpanExporter {
  readonly #waiting: Span[] = []
  readonly #timer = setInterval(() => void this.flush(), interval).unref()
  #sending: Promise<void> = Promise.resolve()
  #hasComplained = false
  readonly #givingUp = new AbortController()

  constructor(
    readonly config: TracingConfig,
    readonly log: Logger,
  ) {}

  add(span: Span) {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(span)
  }

  flush(): Promise<void> {
    this.#sending = this.#sending.then(() => this.#send(this.#waiting.splice(0)))
    return this.#sending
  }

  async stop() {
    clearInterval(this.#timer)
    const deadline = setTimeout(() => this.#givingUp.abort(), patienceAtStop)
    await this.flush()
    clearTimeout(deadline)
  }

  /** No retry: traces may have gaps, and a retry would only delay the next batch. */
  async #send(spans: Span[]) {
    if (spans.length === 0) return
    const { endpoint, headers } = this.config
    try {
      const reply = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(this.#message(spans)),
        signal: AbortSignal.any([AbortSignal.timeout(patience), this.#givingUp.signal]),
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`it answered ${reply.status}`)
      this.#hasComplained = false
    } catch (error) {
      // Log one line when the collector goes away, not one every few seconds.
      if (!this.#hasComplained) this.log.warn({ error: String(error) }, 'the collector of traces takes nothing')
      this.#hasComplained = true
    }
  }

  #message(spans: Span[]) {
    const resource = { 'service.name': this.config.serviceName, 'service.version': readRelease() }
    return {
      resourceSpans: [
        {
          resource: { attributes: attributesOf(resource) },
          scopeSpans: [{ scope: { name: 'sports-week' }, spans: spans.map(describe) }],
        },
      ],
    }
  }
}

const describe = ({ kind, startedAt, endedAt, attributes, hasFailed, ...span }: Span) => ({
  ...span,
  kind: kinds[kind],
  startTimeUnixNano: nanoseconds(startedAt),
  endTimeUnixNano: nanoseconds(endedAt),
  attributes: attributesOf(attributes),
  status: hasFailed ? { code: 2 } : {},
})

/** As text: the number exceeds the exact range of JSON readers. */
const nanoseconds = (milliseconds: number) => String(BigInt(Math.round(milliseconds * 1_000)) * 1_000n)

const attributesOf = (values: Record<string, Value | undefined>) =>
  Object.entries(values).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: typeof value === 'number' ? { intValue: value } : { stringValue: value } },
  )
