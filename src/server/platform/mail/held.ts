import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { after, hours } from '../clock.ts'
import type { Db, Tx } from '../database/client.ts'
import { notify, publish } from '../live/publish.ts'
import { outbox } from './tables.ts'

const isHeld = and(eq(outbox.state, 'queued'), isNotNull(outbox.heldAt))

type HeldMails = { template: string; count: number; oldest: Date }

/** Mails that were queued when the backup was made, by kind. */
export async function listHeld(db: Db): Promise<HeldMails[]> {
  return db
    .select({
      template: outbox.template,
      count: sql<number>`count(*)::int`,
      oldest: sql`min(${outbox.createdAt})`.mapWith(outbox.createdAt),
    })
    .from(outbox)
    .where(isHeld)
    .groupBy(outbox.template)
    .orderBy(outbox.template)
}

/** Queues held mails, with a day to arrive. Returns the number. */
export async function releaseHeld(tx: Tx, now: Date): Promise<number> {
  const released = await tx
    .update(outbox)
    .set({ heldAt: null, leasedUntil: null, attempts: 0, nextAttemptAt: now, giveUpAt: after(now, hours(24)) })
    .where(isHeld)
    .returning({ id: outbox.id })
  if (released.length > 0) await notify(tx, { outbox: true })
  return released.length
}

/** Fails held mails; a person can still resend a single one. Returns the number. */
export async function giveUpHeld(tx: Tx): Promise<number> {
  const givenUp = await tx
    .update(outbox)
    .set({ heldAt: null, leasedUntil: null, state: 'failed', lastError: 'Held after a restore and not released' })
    .where(isHeld)
    .returning({ id: outbox.id })
  if (givenUp.length > 0) await publish(tx, 'administrators', 'mail')
  return givenUp.length
}
