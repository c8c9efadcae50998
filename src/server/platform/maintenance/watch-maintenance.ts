import type { Db } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import type { SignalBus } from '../live/bus.ts'
import { SignalCache } from '../live/signal-cache.ts'
import { maintenance } from './tables.ts'

type State = { sentence: string; since: Date } | null

export type Maintenance = {
  /** The operators' sentence, or null while changes are allowed. */
  read(): Promise<State>
}

const retryAfterSeconds = 60

/** Read before every change; cached until a signal invalidates it. */
export function watchMaintenance(db: Db, signals: SignalBus): Maintenance {
  const cache = new SignalCache<State>(signals, { endedBy: ({ topics }) => topics?.includes('maintenance') ?? false })
  const load = async () => (await db.select().from(maintenance))[0] ?? null
  return { read: () => cache.read('maintenance', load) }
}

/** Refuses while changes are paused. */
export async function requireNotPaused({ read }: Maintenance) {
  const state = await read()
  if (state) throw refusalOf(state)
}

const refusalOf = ({ sentence }: NonNullable<State>) => new Problem('maintenance', { sentence, retryAfterSeconds })
