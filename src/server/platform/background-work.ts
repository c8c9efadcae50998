import type { Logger } from 'pino'

/** Background work without a waiting caller. A shutdown waits for it instead of cutting it off. */
export class BackgroundWork {
  readonly #log: Logger
  readonly #underWay = new Set<Promise<void>>()
  readonly #delayed = new Set<() => void>()
  #isStopping = false

  constructor(log: Logger) {
    this.#log = log
  }

  /** Long work checks this between two steps and leaves the rest to a later run. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** `failure` is the log message. A shutdown does not skip delayed work but starts it at once. */
  start(work: () => Promise<unknown>, failure: string, { delay = 0 } = {}) {
    const begin = () => {
      clearTimeout(timer)
      this.#delayed.delete(begin)
      const running = work().then(
        () => undefined,
        (error: unknown) => this.#log.warn({ err: error }, failure),
      )
      this.#underWay.add(running)
      void running.then(() => this.#underWay.delete(running))
    }
    const timer = setTimeout(begin, this.#isStopping ? 0 : delay)
    this.#delayed.add(begin)
  }

  async stop() {
    this.#isStopping = true
    while (this.#delayed.size > 0 || this.#underWay.size > 0) {
      for (const begin of [...this.#delayed]) begin()
      await Promise.all(this.#underWay)
    }
  }
}
