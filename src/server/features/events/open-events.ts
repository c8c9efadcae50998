import type { SignalBus } from '#server/platform/live/bus.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Kept = Map<string, Promise<store.Seen | undefined>>

const keptFor = new WeakMap<SignalBus, Kept>()

/** Enough for every event people register for at the same time; unknown keys must not fill the memory. */
const most = 100

/**
 * The event as it was a moment ago, without asking: a crowd that registers for one event would read the same row a thousand
 * times. Forgotten as soon as any event changes. Whoever writes still lets the database judge.
 */
export function recentEvent({ db, signals }: Platform, key: string): Promise<store.Seen | undefined> {
  const kept = keptFor.get(signals) ?? keep(signals)
  const known = kept.get(key)
  if (known) return known
  const reading = store.findSeen(db, key)
  if (kept.size < most) kept.set(key, reading)
  // How many places are left changes with every registration; a failed reading must not be handed to the next reader.
  const forget = () => kept.get(key) === reading && kept.delete(key)
  reading.then((seen) => (seen && seen.event.capacity === null ? undefined : forget()), forget)
  return reading
}

function keep(signals: SignalBus): Kept {
  const kept: Kept = new Map()
  keptFor.set(signals, kept)
  signals.on(({ topics }) => {
    if (topics?.some((topic) => topic === 'events' || topic === 'everything')) kept.clear()
  })
  return kept
}
