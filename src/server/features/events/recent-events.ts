import type { SignalBus } from '#server/platform/live/bus.ts'
import { SignalCache } from '#server/platform/live/signal-cache.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Caches = {
  events: SignalCache<store.Event | undefined>
  availability: SignalCache<store.EventWithAvailability | undefined>
}

const caches = new WeakMap<SignalBus, Caches>()

/** Enough for every event people register for at the same time; unknown keys must not fill the memory. */
const most = 100

/**
 * The event as it was a moment ago, without asking: a crowd that registers for one event, or comes in at its door, would read
 * the same row a thousand times. Forgotten as soon as any event changes. Whoever writes still lets the database judge.
 */
export async function findRecentEvent({ db, signals }: Platform, key: string): Promise<store.Event | undefined> {
  return cachesOf(signals).events.read(key, () => store.find(db, key))
}

/** How many places are left changes with every registration: only those who ask at the same moment share what was read. */
export async function findAvailability(
  { db, signals }: Platform,
  id: string,
): Promise<store.EventWithAvailability | undefined> {
  return cachesOf(signals).availability.read(id, () => store.findWithAvailability(db, id))
}

function cachesOf(signals: SignalBus): Caches {
  const known = caches.get(signals)
  if (known) return known
  const opened: Caches = {
    events: new SignalCache(signals, {
      most,
      // Debounced: somebody registered or came in, which changes how many there are and not the event.
      endedBy: ({ topics, debounced }) => !debounced && (topics?.includes('events') ?? false),
      isKept: (event) => event !== undefined,
    }),
    availability: new SignalCache(signals, {
      most,
      endedBy: ({ topics }) => topics?.includes('events') ?? false,
      isKept: () => false,
    }),
  }
  caches.set(signals, opened)
  return opened
}
