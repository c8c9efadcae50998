/** What a queue's table says right now, the same for every process. */
export type QueueState = {
  queue: string
  kind?: string
  waiting: number
  running: number
  /** Whose last attempt failed, or that were given up. */
  failed: number
  /** How long the oldest has been due and not done. */
  oldestSeconds: number
}

type Attempt = { queue: string; kind: string; result: 'succeeded' | 'failed' }

/** How many attempts ended how, in this process since its start. */
export class JobCounters {
  readonly #counts = new Map<string, number>()

  add({ queue, kind, result }: Attempt) {
    const labels = `queue="${queue}",kind="${kind}",result="${result}"`
    this.#counts.set(labels, (this.#counts.get(labels) ?? 0) + 1)
  }

  lines(): string[] {
    return [
      '# TYPE job_attempts_total counter',
      ...[...this.#counts].map(([labels, count]) => `job_attempts_total{${labels}} ${count}`),
    ]
  }
}

const gauges = { waiting: 'jobs_waiting', running: 'jobs_running', failed: 'jobs_failed' } as const

/** Prometheus text. */
export function queueLines(states: QueueState[]): string[] {
  const labels = ({ queue, kind }: QueueState) => `queue="${queue}"${kind ? `,kind="${kind}"` : ''}`
  const gauge = (name: string, value: (state: QueueState) => number) => [
    `# TYPE ${name} gauge`,
    ...states.map((state) => `${name}{${labels(state)}} ${value(state)}`),
  ]
  return [
    ...Object.entries(gauges).flatMap(([key, name]) => gauge(name, (state) => state[key as keyof typeof gauges])),
    ...gauge('jobs_oldest_seconds', ({ oldestSeconds }) => Math.round(oldestSeconds)),
  ]
}
