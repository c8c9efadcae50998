import type { Audience, Topic } from '#contract/live.ts'
import type { SessionEndReason } from '#contract/sessions.ts'

/** What travels between processes: an announcement to people, or a session that is over. */
export type Signal = {
  topics?: Topic[]
  audience?: Audience
  /** One of many in a second: screens are told together what was announced within a moment. */
  debounced?: true
  /** `isReplaced`: the browser has a new id for the same session. */
  ended?: { userId: string; sid?: string; except?: string; reason?: SessionEndReason; isReplaced?: true }
  outbox?: true
  /** A job was put in. */
  jobs?: true
  /** A file came and waits to be prepared. */
  files?: true
  /** The lease under which a file is received, whose sender has come back on another connection: it is let go. */
  takenOver?: string
  /** The path of a file that was discarded while its bytes may still be coming: whoever receives it ends that. */
  discarded?: string
  /** Which transaction of the announcing process sent it. */
  transaction?: string
}

/** More than can be on their way through the database. */
const mostRemembered = 1_000

type Source = { isHearing(): boolean; check(): Promise<void> }

/** What this process has to know at once: its caches listen here, to its own commits and to those of others. */
export class SignalBus {
  readonly #listeners = new Set<(signal: Signal) => void>()
  readonly #committed = new Set<string>()
  /** Transactions of this process whose commit is not answered yet, and what of theirs has already come through the database. */
  readonly #heardEarly = new Map<string, Set<string>>()
  #source: Source | undefined

  on(listener: (signal: Signal) => void) {
    this.#listeners.add(listener)
  }

  emit(signal: Signal) {
    for (const listener of this.#listeners) listener(signal)
  }

  /** Called before a transaction of this process commits: the database may tell of it sooner than it answers. */
  expectCommit(transaction: string) {
    this.#heardEarly.set(transaction, new Set())
  }

  /** Called when the commit was answered, or never will be. */
  forgetCommit(transaction: string) {
    this.#heardEarly.delete(transaction)
  }

  /** Signals of a transaction of this process, as soon as it has ended. */
  emitCommitted(transaction: string, signals: Signal[]) {
    const heard = this.#heardEarly.get(transaction)
    if (signals.length === 0) return
    this.#committed.add(transaction)
    const [oldest] = this.#committed
    if (oldest !== undefined && this.#committed.size > mostRemembered) this.#committed.delete(oldest)
    for (const signal of signals) if (!heard?.has(JSON.stringify(signal))) this.emit(signal)
  }

  /** A signal from the database. What this process did itself it has heard: caches would be read twice for every change. */
  receive(signal: Signal) {
    const { transaction, ...announced } = signal
    if (transaction !== undefined && this.#committed.has(transaction)) return
    if (transaction !== undefined) this.#heardEarly.get(transaction)?.add(JSON.stringify(announced))
    this.emit(signal)
  }

  /** Where the signals of other processes come from. */
  connect(source: Source) {
    this.#source = source
  }

  /** Whether every signal that other processes sent until a moment ago has arrived. */
  isHearing(): boolean {
    return this.#source?.isHearing() ?? false
  }

  /** Asks the source now; rejects while signals of other processes do not arrive. */
  async check() {
    if (!this.#source) throw new Error('No signals are listened to')
    await this.#source.check()
  }
}
