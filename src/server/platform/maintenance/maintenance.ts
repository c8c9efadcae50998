import { usualMaintenanceSentence } from '#contract/maintenance-rule.ts'
import { logAudit } from '../audit/log-audit.ts'
import type { Db } from '../database/client.ts'
import { Problem } from '../errors/problem.ts'
import type { SignalBus } from '../live/bus.ts'
import { publish } from '../live/publish.ts'
import { SignalCache } from '../live/signal-cache.ts'
import type { Platform } from '../platform.ts'
import { maintenance } from './tables.ts'

type State = { sentence: string; since: Date } | null

export type Maintenance = {
  /** What operators said, or null while everything goes on. At once when it is known, which is nearly always. */
  read(): State | Promise<State>
}

const retryAfterSeconds = 60

/** Asked before every change: kept until a signal says otherwise, so that it costs nothing. */
export function watchMaintenance(db: Db, signals: SignalBus): Maintenance {
  const cache = new SignalCache<State>(signals, { endedBy: ({ topics }) => topics?.includes('maintenance') ?? false })
  const load = async () => (await db.select().from(maintenance))[0] ?? null
  return { read: () => cache.read('maintenance', load) }
}

/** Calls back with the refusal while changes are paused, and with nothing otherwise. */
export function checkNotPaused({ read }: Maintenance, done: (refusal?: Error) => void) {
  const decide = (state: State) => (state ? done(refusalOf(state)) : done())
  const state = read()
  if (state instanceof Promise) state.then(decide, done)
  else decide(state)
}

export async function requireNotPaused({ read }: Maintenance) {
  const state = await read()
  if (state) throw refusalOf(state)
}

const refusalOf = ({ sentence }: NonNullable<State>) => new Problem('maintenance', { sentence, retryAfterSeconds })

type Parts = Pick<Platform, 'db' | 'clock'>

/** Again, with another sentence, it only changes what people read. */
export async function startMaintenance({ db, clock }: Parts, sentence = usualMaintenanceSentence) {
  const now = clock.now()
  await db.transaction(async (tx) => {
    await tx
      .insert(maintenance)
      .values({ sentence, since: now })
      .onConflictDoUpdate({ target: maintenance.isOnlyRow, set: { sentence } })
    await logAudit(tx, 'command line', now, { action: 'started', subject: 'maintenance', after: { sentence } })
    await publish(tx, 'everyone', 'maintenance')
  })
}

/** Whether there was anything to end. */
export async function endMaintenance({ db, clock }: Parts): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx.delete(maintenance).returning()
    if (ended.length === 0) return false
    await logAudit(tx, 'command line', clock.now(), { action: 'ended', subject: 'maintenance' })
    await publish(tx, 'everyone', 'maintenance')
    return true
  })
}
