import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Config } from '../../src/server/platform/config.ts'
import type { Platform } from '../../src/server/platform/platform.ts'
import { databaseName, type Marker, Refused, readMarker, removeMarkerOfNothing, writeMarker } from './folder.ts'
import { createCalendar } from './moments.ts'
import { type Plan, planWeek } from './plan.ts'
import { playWeek } from './play.ts'
import { flush, MovableClock, startDemoProduct } from './product.ts'

/** The seed of the week from `npm run demo`. */
export const demoSeed = 'sports week 1203'

type Options = {
  config: Config
  seed?: string
  now?: Date
  plan?: Plan
  onProgress?: (sentence: string) => void
  signal?: AbortSignal
}

/**
 * Ensures that the folder has a complete week. Keeps a complete one, restarts an interrupted one, and never touches
 * data from elsewhere.
 */
export async function ensureWeek({ config, seed = demoSeed, now = new Date(), ...more }: Options): Promise<Marker> {
  const found = await readMarker(config)
  if (found?.state === 'ready') return found
  const marker: Marker = { state: 'creating', seed, madeAt: now.toISOString(), database: databaseName(config) }
  await writeMarker(config, marker)
  try {
    return await createWeek(config, marker, { plan: planWeek(seed), ...more })
  } catch (error) {
    if (error instanceof Refused) await removeMarkerOfNothing(config)
    throw error
  }
}

type Making = { plan: Plan; onProgress?: (sentence: string) => void; signal?: AbortSignal }

async function createWeek(
  config: Config,
  marker: Marker,
  { plan, onProgress = () => {}, signal }: Making,
): Promise<Marker> {
  const calendar = createCalendar(new Date(marker.madeAt), config.timeZone)
  const clock = new MovableClock(calendar.momentOf(-81))
  const product = await startDemoProduct({ config, clock })
  try {
    signal?.throwIfAborted()
    const stopped = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
    const playing = playWeek({ product, clock, calendar, plan, onProgress })
    const { doorPath } = await Promise.race([playing, stopped])
    await Promise.race([deliverMails(product.platform), stopped])
    await flush(product.platform)
    // Written while the lock is held: nobody may find a complete week marked as incomplete.
    const ready: Marker = { ...marker, state: 'ready', doorPath }
    await writeMarker(config, ready)
    return ready
  } finally {
    await product.stop()
  }
}

/** Waits until every email is written: they are files in the folder. */
async function deliverMails({ db }: Platform) {
  for (;;) {
    const { rows } = await db.execute(sql`select 1 from outbox where state = 'queued' limit 1`)
    if (rows.length === 0) return
    await pause(100)
  }
}
