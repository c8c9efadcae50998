import type { Signal, SignalBus } from './bus.ts'

type Entry<Value> = { value: Promise<Value>; loaded?: Value; readAt: number; renewal?: Promise<Value> }

type Options<Value> = {
  /** What a signal ends: everything, nothing, or the entries for which the answer is true (no value: still being read). */
  endedBy: (signal: Signal) => boolean | ((key: string, value: Value | undefined) => boolean)
  /** The oldest goes when there are more. */
  most?: number
  /** Kept no longer than this, whether signals arrive or not. */
  maxAge?: number
  /** Read again in the background when it is asked for after this time: with `maxAge`, nobody waits for what is always in use. */
  renewAfter?: number
  /** False for values that the next reader must read again. */
  isKept?: (value: Value) => boolean
}

/** While signals do not arrive nobody knows what changed; a second spares the database a crowd of equal questions. */
const maxAgeWithoutSignals = 1_000

/**
 * What was read from the database, kept until a signal says that it changed. Every cache that lives on signals is one of these:
 * while this process does not hear the others, an entry lasts a second, and after a gap all of them are gone.
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

  /** Readers that come while it is being read wait for the same reading. */
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
        // A signal that came meanwhile has ended the entry: this may have been read before the change.
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
    // A failed reading must not be handed to the next reader.
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
