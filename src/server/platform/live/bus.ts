import type { Audience, Topic } from '#contract/live.ts'

/** What travels between processes: an announcement to people, or a session that is over. */
export type Signal = {
  topics?: Topic[]
  audience?: Audience
  ended?: { userId: string; sid?: string; except?: string }
  outbox?: true
  /** A file came and waits to be prepared. */
  files?: true
}

/** What this process has to know at once: its caches listen here, to its own commits and to those of others. */
export class SignalBus {
  readonly #listeners = new Set<(signal: Signal) => void>()

  on(listener: (signal: Signal) => void) {
    this.#listeners.add(listener)
  }

  emit(signal: Signal) {
    for (const listener of this.#listeners) listener(signal)
  }
}
