import { Problem } from '#server/platform/errors/problem.ts'
import type { SignalBus } from '#server/platform/live/bus.ts'
import type { Upload } from './store.ts'

type Active = Pick<Upload, 'path' | 'userId' | 'sessionId' | 'leaseId'> & { abort: AbortController }

/**
 * The uploads that this process receives. Aborts them when their sender is signed out by somebody else, or their team
 * link is revoked.
 */
export class ActiveUploads {
  readonly #active = new Set<Active>()

  constructor(signals: SignalBus) {
    signals.on(({ takenOver }) => {
      if (!takenOver) return
      for (const { leaseId, abort } of this.#active) if (leaseId === takenOver) abort.abort(new Problem('upload-busy'))
    })
    signals.on(({ discarded }) => {
      if (!discarded) return
      for (const { path, abort } of this.#active) if (path === discarded) abort.abort(new Problem('grant-spent'))
    })
    signals.on(({ ended }) => {
      // A session that its user ended or replaced does not affect the company's uploads.
      if (!ended || ended.sid) return
      for (const { userId, sessionId, abort } of this.#active) {
        if (userId === ended.userId && sessionId !== ended.except) abort.abort(new Problem('not-signed-in'))
      }
    })
  }

  async run<T>({ path, userId, sessionId, leaseId }: Upload, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const active = { path, userId, sessionId, leaseId, abort: new AbortController() }
    this.#active.add(active)
    try {
      return await work(active.abort.signal)
    } finally {
      this.#active.delete(active)
    }
  }
}
