import type { SignalBus } from '#server/platform/live/bus.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const caches = new WeakMap<SignalBus, SignalCache<store.Event | undefined>>()

/** Enough for every event people register for at the same time; unknown keys must not fill the memory. */
const most = 100

/**
 * The event as it was a moment ago, without asking: a crowd that registers for one event, or comes in at its door, would read
 * the same row a thousand times. Forgotten as soon as any event changes. Whoever writes still lets the database judge.
 */
export async function findRecentEvent({ db, signals }: Platform, key: string): Promise<store.Event | undefined> {
  return cacheOf(signals).read(key, () => store.find(db, key))
}

function cacheOf(signals: SignalBus): SignalCache<store.Event | undefined> {
  const known = caches.get(signals)
  if (known) return known
  const opened = new SignalCache<store.Event | undefined>(signals, {
    most,
    // Debounced: somebody registered or came in, which changes how many there are and not the event.
    endedBy: ({ topics, debounced }) => !debounced && (topics?.includes('events') ?? false),
    isKept: (event) => event !== undefined,
  })
  caches.set(signals, opened)
  return opened
}
