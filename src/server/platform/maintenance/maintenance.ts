import { defaultMaintenanceSentence } from '#contract/maintenance-rule.ts'
import { logAudit } from '../audit/log-audit.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/client.ts'
import { publish } from '../live/publish.ts'
import { maintenance } from './tables.ts'

type Parts = { db: Db; clock: Clock }

/** Repeated during a maintenance, it only changes the sentence. */
export async function startMaintenance({ db, clock }: Parts, sentence = defaultMaintenanceSentence) {
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

/** True if a maintenance was active. */
export async function endMaintenance({ db, clock }: Parts): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ended = await tx.delete(maintenance).returning()
    if (ended.length === 0) return false
    await logAudit(tx, 'command line', clock.now(), { action: 'ended', subject: 'maintenance' })
    await publish(tx, 'everyone', 'maintenance')
    return true
  })
}
