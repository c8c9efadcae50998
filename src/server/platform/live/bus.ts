import type { Audience, Topic } from '#contract/live.ts'
import type { SessionEndReason } from '#contract/sessions.ts'

/** A message between processes: announced topics, an ended session, or a wake-up of workers. */
export type Signal = {
  topics?: Topic[]
  audience?: Audience
  /** Debounced: topics within a moment reach the screens together. */
  debounced?: true
  /** `isReplaced`: the browser has a new id for the same session. */
  ended?: { userId: string; sid?: string; except?: string; reason?: SessionEndReason; isReplaced?: true }
  outbox?: true
  /** A job was queued. */
  jobs?: true
  /** A file arrived and waits for preparation. */
  files?: true
  /** The lease of an upload whose sender resumed on another connection; its receiver stops. */
  takenOver?: string
  /** The path of a discarded file whose bytes may still arrive; its receiver stops. */
  discarded?: string
  /** The sending process's transaction id. */
  transaction?: string
}

/** Larger than the number of transactions in transit through the database. */
const mostRemembered = 1_000

type Source = { isHearing(): boolean; check(): Promise<void> }

/** Delivers commits of this and other processes at once; caches listen here. */
export class SignalBus {
  readonly #listeners = new Set<(signal: Signal) => void>()
  readonly #committed = new Set<string>()
  /** Unconfirmed transactions of this process, and their signals that already arrived through the database. */
  readonly #heardEarly = new Map<string, Set<string>>()
  #source: Source | undefined

  on(listener: (signal: Signal) => void) {
    this.#listeners.add(listener)
  }

  emit(signal: Signal) {
    for (const listener of this.#listeners) listener(signal)
  }

  /** Call it before a commit: the notification may arrive before the database's answer. */
  expectCommit(transaction: string) {
    this.#heardEarly.set(transaction, new Set())
  }

  /** Call it when the commit was answered, or never will be. */
  forgetCommit(transaction: string) {
    this.#heardEarly.delete(transaction)
  }

  /** Emits a transaction's signals right after its commit, without repeating early ones. */
  emitCommitted(transaction: string, signals: Signal[]) {
    const heard = this.#heardEarly.get(transaction)
    if (signals.length === 0) return
    this.#committed.add(transaction)
    const [oldest] = this.#committed
    if (oldest !== undefined && this.#committed.size > mostRemembered) this.#committed.delete(oldest)
    for (const signal of signals) if (!heard?.has(JSON.stringify(signal))) this.emit(signal)
  }

  /**
   * A signal from the database. Skips this process's transactions, which were emitted at commit; otherwise caches would
   * reload twice.
   */
  receive(signal: Signal) {
    const { transaction, ...announced } = signal
    if (transaction !== undefined && this.#committed.has(transaction)) return
    if (transaction !== undefined) this.#heardEarly.get(transaction)?.add(JSON.stringify(announced))
    this.emit(signal)
  }

  /** Connects the source of other processes' signals. */
  connect(source: Source) {
    this.#source = source
  }

  /** True if every signal that other processes sent until a moment ago has arrived. */
  isHearing(): boolean {
    return this.#source?.isHearing() ?? false
  }

  /** Checks the source now; rejects while signals of other processes do not arrive. */
  async check() {
    if (!this.#source) throw new Error('No signals are listened to')
    await this.#source.check()
  }
}
