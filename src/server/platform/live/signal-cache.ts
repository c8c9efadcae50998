import type { Signal, SignalBus } from './bus.ts'

type Entry<Value> = { value: Promise<Value>; loaded?: Value; readAt: number; renewal?: Promise<Value> }

type Options<Value> = {
  /** The entries that a signal invalidates: all, none, or by a predicate (no value: still loading). */
  endedBy: (signal: Signal) => boolean | ((key: string, value: Value | undefined) => boolean)
  /** The maximum number of entries; the oldest is evicted. */
  most?: number
  /** The longest time to keep an entry, even while signals arrive. */
  maxAge?: number
  /**
   * Stale-while-revalidate: after this time a read reloads in the background. With `maxAge`, readers of a hot entry
   * never wait.
   */
  renewAfter?: number
  /** False for values that the next reader must load again. */
  isKept?: (value: Value) => boolean
}

/** Without signals changes go unnoticed; one second still spares the database a crowd of equal queries. */
const maxAgeWithoutSignals = 1_000

/**
 * A cache of database reads, invalidated by signals. All caches that depend on signals use it. While signals do not
 * arrive, an entry lives a second; after a gap all are gone.
 */
export class SignalCache<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #signals: SignalBus
  readonly #options: Options<Value>

  constructor(signals: SignalBus, options: Options<Value>) {
    this.#signals = signals
    this.#options = options
    signals.on((signal) => this.#hear(signal))
  }

  /** Concurrent readers share one load. */
  read(
    key: string,
    load: (key: string) => Promise<Value>,
    isUsable: (value: Value) => boolean = () => true,
  ): Promise<Value> {
    const known = this.#entries.get(key)
    if (!known || (known.loaded !== undefined && !isUsable(known.loaded))) return this.#load(key, load)
    const age = performance.now() - known.readAt
    if (!this.#isFresh(age)) return known.renewal ?? this.#load(key, load)
    if (this.#isRenewable(known, age)) this.#renew(key, known, load)
    return known.value
  }

  #renew(key: string, known: Entry<Value>, load: (key: string) => Promise<Value>) {
    const readAt = performance.now()
    const renewal = load(key)
    known.renewal = renewal
    renewal.then(
      (loaded) => {
        // A signal invalidated the entry meanwhile: this value may predate the change.
        if (this.#entries.get(key) !== known) return
        if (this.#options.isKept?.(loaded) ?? true) this.#entries.set(key, { value: renewal, loaded, readAt })
        else this.#entries.delete(key)
      },
      () => {
        known.renewal = undefined
      },
    )
  }

  #isRenewable({ loaded, renewal }: Entry<Value>, age: number): boolean {
    const { renewAfter = Number.POSITIVE_INFINITY } = this.#options
    return loaded !== undefined && !renewal && age >= renewAfter
  }

  #load(key: string, load: (key: string) => Promise<Value>): Promise<Value> {
    const { most = Number.POSITIVE_INFINITY, isKept = () => true } = this.#options
    const readAt = performance.now()
    const value = load(key)
    const entry: Entry<Value> = { value, readAt }
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size >= most) this.#entries.delete(oldest)
    this.#entries.set(key, entry)
    // The next reader must not get a failed load.
    const forget = () => this.#entries.get(key) === entry && this.#entries.delete(key)
    value.then((loaded) => {
      if (isKept(loaded)) entry.loaded = loaded
      else forget()
    }, forget)
    return value
  }

  #isFresh(age: number): boolean {
    const { maxAge = Number.POSITIVE_INFINITY } = this.#options
    const limit = this.#signals.isHearing() ? maxAge : Math.min(maxAge, maxAgeWithoutSignals)
    return age < limit
  }

  #hear(signal: Signal) {
    const ends = signal.topics?.includes('everything') || this.#options.endedBy(signal)
    if (ends === true) this.#entries.clear()
    else if (ends) for (const [key, { loaded }] of this.#entries) if (ends(key, loaded)) this.#entries.delete(key)
  }
}
