import type { SignalBus } from '#server/platform/live/bus.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

const caches = new WeakMap<SignalBus, SignalCache<store.Event | undefined>>()

/** Enough for all events with concurrent registrations; the limit keeps unknown keys from filling the memory. */
const most = 100

/**
 * Reads an event from a cache, because a crowd would read the same row a thousand times. Every change of an event
 * clears the cache. Writers still let the database decide.
 */
export async function findRecentEvent({ db, signals }: Platform, key: string): Promise<store.Event | undefined> {
  return cacheOf(signals).read(key, () => store.find(db, key))
}

function cacheOf(signals: SignalBus): SignalCache<store.Event | undefined> {
  const known = caches.get(signals)
  if (known) return known
  const opened = new SignalCache<store.Event | undefined>(signals, {
    most,
    // A debounced signal means registrations or check-ins, which change counts and not the event.
    endedBy: ({ topics, debounced }) => !debounced && (topics?.includes('events') ?? false),
    isKept: (event) => event !== undefined,
  })
  caches.set(signals, opened)
  return opened
}
