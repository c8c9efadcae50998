import type { SignalBus } from '#server/platform/live/bus.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Seen = store.EventWithAvailability | undefined

const caches = new WeakMap<SignalBus, SignalCache<Seen>>()

/** Enough for every event people register for at the same time; unknown keys must not fill the memory. */
const most = 100

/**
 * The event as it was a moment ago, without asking: a crowd that registers for one event would read the same row a thousand
 * times. Forgotten as soon as any event changes. Whoever writes still lets the database judge.
 */
export async function recentEvent({ db, signals }: Platform, key: string): Promise<Seen> {
  const cache = caches.get(signals) ?? openCache(signals)
  return cache.read(key, () => store.findWithAvailability(db, key))
}

function openCache(signals: SignalBus): SignalCache<Seen> {
  const cache = new SignalCache<Seen>(signals, {
    most,
    endedBy: ({ topics }) => topics?.includes('events') ?? false,
    // How many places are left changes with every registration.
    isKept: (seen) => seen !== undefined && seen.event.capacity === null,
  })
  caches.set(signals, cache)
  return cache
}
