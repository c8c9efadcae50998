import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type MailContent, refuseForeignLinks } from '#contract/branding/mail-layout.ts'
import { oneLine } from '#contract/text/one-line.ts'
import { after, hours } from '../clock.ts'
import type { Tx } from '../database/client.ts'
import { prepareInsert } from '../database/rows.ts'
import { leasable } from '../jobs/leasable.ts'
import { isDue, isLeaseFree } from '../jobs/lease.ts'
import type { QueueState } from '../jobs/metrics.ts'
import { notify, publish } from '../live/publish.ts'
import { requestIdOf } from '../log/request-platform.ts'
import type { Platform } from '../platform.ts'
import { type Attachment, outbox, type QueuedContent } from './tables.ts'

export type Mail = {
  to: { name?: string; address: string }
  /** The template's name, for the administrators' list and the file name: `welcome-administrator`. */
  template: string
  subject: string
  content: MailContent
  attachments?: Attachment[]
}

export type LeasedMail = typeof outbox.$inferSelect & { messageId: string }

/** The lease time of releases before 0.2, so that their leases do not count as a clock set back. */
const longestLeaseSeconds = 120

const rows = leasable(outbox, {
  key: ['id'],
  attempts: 'attempts',
  order: [outbox.nextAttemptAt, outbox.id],
  isOrderIndexed: true,
  canBeHeld: eq(outbox.state, 'queued'),
  longestSeconds: longestLeaseSeconds,
})
const isWaiting = and(eq(outbox.state, 'queued'), isNull(outbox.heldAt))

/** Longer than any retry delay. */
const longestWait = hours(1)
/** An undelivered mail is given up after a day, when it no longer helps its reader. */
const patience = hours(24)

const oneAddress = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/

/** Sent after the transaction commits, or never. */
export async function post(tx: Tx, mail: Mail, now: Date): Promise<string> {
  const prepared = prepareMail(mail)
  await postMany(tx, [prepared], now)
  return prepared.id
}

/** Batch version of `post`. */
export async function postMany(tx: Tx, mails: PreparedMail[], now: Date) {
  const requestId = requestIdOf(tx)
  const times = { nextAttemptAt: now, giveUpAt: after(now, patience), createdAt: now }
  await insertMails(
    tx,
    mails.map((mail) => ({ ...mail, letter: addRequest(mail.letter, requestId), ...times })),
  )
  if (mails.length > 0) await notify(tx, { outbox: true })
}

const addRequest = (content: QueuedContent, requestId: string | undefined): QueuedContent =>
  requestId ? { requestId, ...content } : content

const insertMails = prepareInsert('insert-mails', outbox, [
  ...(['id', 'toName', 'toAddress', 'template', 'subject', 'letter', 'attachments'] as const),
  ...(['nextAttemptAt', 'giveUpAt', 'createdAt'] as const),
])

/** Validated and with an id, so a row can refer to the mail before it is posted. */
type PreparedMail = ReturnType<typeof prepareMail>

/** `requestId` is for batches of several requests; default: the transaction's request. */
export function prepareMail({ to, template, subject, content, attachments = [] }: Mail, requestId?: string) {
  if (!oneAddress.test(to.address)) throw new Error(`Not one mail address (template ${template})`)
  refuseForeignLinks(content)
  return {
    id: randomUUID(),
    toName: oneLine(to.name ?? ''),
    toAddress: to.address,
    template,
    subject: oneLine(subject),
    letter: addRequest(content, requestId),
    attachments,
  }
}

/**
 * Retries failed mails for another day and returns their number. Idempotent: skips mails that did not fail or are
 * queued again.
 */
export async function retryFailed(tx: Tx, ids: string[], now: Date): Promise<number> {
  const again = await tx
    .update(outbox)
    .set({ state: 'queued', attempts: 0, nextAttemptAt: now, giveUpAt: after(now, patience) })
    .where(and(sql`${outbox.id} = any(${sql.param(ids)}::uuid[])`, eq(outbox.state, 'failed')))
    .returning({ id: outbox.id })
  if (again.length > 0) {
    await notify(tx, { outbox: true })
    await publish(tx, 'administrators', 'mail')
  }
  return again.length
}

/** Deletes mails to people whose data is deleted. Keeps queued mails, except held ones, and `kept`. */
export async function forgetMails(tx: Tx, addresses: string[], templates: string[], kept: SQL) {
  if (addresses.length === 0) return
  await tx
    .delete(outbox)
    .where(
      and(
        inArray(outbox.toAddress, addresses),
        inArray(outbox.template, templates),
        or(ne(outbox.state, 'queued'), isNotNull(outbox.heldAt)),
        sql`${outbox.id} not in (${kept})`,
      ),
    )
}

/** Deletes queued mails of `ids` that nobody is sending yet. */
export async function withdrawMails(tx: Tx, ids: SQL): Promise<string[]> {
  const isFree = isLeaseFree(outbox.leasedUntil, { longestSeconds: longestLeaseSeconds })
  const withdrawn = await tx
    .delete(outbox)
    .where(and(sql`${outbox.id} in (${ids})`, eq(outbox.state, 'queued'), isFree))
    .returning({ id: outbox.id })
  return withdrawn.map(({ id }) => id)
}

/** Leases due mails to one process. */
export async function leaseDue(
  tx: Tx,
  limit: number,
  domain: string,
  now: Date,
  { canTakeOver = true } = {},
): Promise<LeasedMail[]> {
  const where = and(isWaiting, isDue(outbox.nextAttemptAt, now, longestWait))
  const messageId = sql<string>`coalesce(${outbox.messageId}, '<' || ${outbox.id} || '@' || ${domain}::text || '>')`
  const leased = await rows.lease(tx, { where, limit, canTakeOver, changes: { messageId } })
  return leased.map((mail) => ({ ...mail, messageId: mail.messageId ?? '' }))
}

/**
 * Counts waiting, running and failed mails by the product's clock. The oldest counts from its posting, because a failed
 * attempt moves the next one while the person waits.
 */
export async function measureOutbox({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<QueueState[]> {
  const [queued] = await db
    .select(rows.counts(after(clock.now(), patience), outbox.giveUpAt))
    .from(outbox)
    .where(isWaiting)
  const failed = await db.$count(outbox, eq(outbox.state, 'failed'))
  return queued ? [{ queue: 'mails', ...queued, failed }] : []
}

export const renewLease = rows.renew

const nothing: MailContent = { preheader: '', greeting: '', paragraphs: [] }

/**
 * Deletes the content after sending: it contains one-time links that nobody may read here later. Also without the lease,
 * because the mail has left.
 */
export async function markSent(tx: Tx, mail: LeasedMail, now: Date) {
  await tx
    .update(outbox)
    .set({ state: 'sent', sentAt: now, leasedUntil: null, lastError: null, letter: nothing, attachments: [] })
    .where(and(eq(outbox.id, mail.id), ne(outbox.state, 'sent')))
  await publish(tx, 'administrators', 'mail')
}

export async function markFailed(tx: Tx, mail: LeasedMail, reason: string) {
  await rows.end(tx, mail, { state: 'failed', lastError: reason })
  await publish(tx, 'administrators', 'mail')
}

export async function postpone(tx: Tx, mail: LeasedMail, until: Date, reason: string) {
  await rows.end(tx, mail, { nextAttemptAt: until, lastError: reason })
  await publish(tx, 'administrators', 'mail')
}
