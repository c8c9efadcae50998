import type { Db } from '../database/client.ts'
import type { Platform } from '../platform.ts'
import type { Signal } from './bus.ts'
import { notify } from './publish.ts'

const gathered = new WeakMap<Db, Map<string, Signal>>()
const together = 100

/**
 * For what hundreds do at once, after their commits: PostgreSQL lets one announcing transaction commit at a time, and a
 * screen that fetches ten times a second shows no more than one that fetches once. A crash in between loses the signal, never
 * the rows: the delivery loop looks by itself, and a screen fetches when its stream comes back.
 */
export function notifySoon({ db, background }: Platform, ...signals: Signal[]) {
  const waiting = gathered.get(db) ?? new Map<string, Signal>()
  for (const signal of signals) waiting.set(JSON.stringify(signal), signal)
  if (gathered.has(db)) return
  gathered.set(db, waiting)
  const announce = () => {
    gathered.delete(db)
    return db.transaction(async (tx) => {
      for (const signal of waiting.values()) await notify(tx, signal)
    })
  }
  background.start(announce, 'an announcement was lost', { delay: together })
}
