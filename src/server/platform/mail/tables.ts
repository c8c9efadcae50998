import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { MailContent } from '#contract/branding/mail-layout.ts'

/** `content` is base64; the HTML embeds an attachment with a `cid` as `cid:<cid>`. */
export type Attachment = { filename: string; contentType: string; content: string; cid?: string }

/** The content and, for the log, the request that queued it; both are deleted together. */
export type QueuedContent = MailContent & { requestId?: string }

export const outbox = pgTable(
  'outbox',
  {
    id: uuid().primaryKey(),
    toName: text('to_name').notNull(),
    toAddress: text('to_address').notNull(),
    template: text().notNull(),
    subject: text().notNull(),
    letter: jsonb().$type<QueuedContent>().notNull(),
    attachments: jsonb().$type<Attachment[]>().notNull().default([]),
    state: text({ enum: ['queued', 'sent', 'failed'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
    /** While this is in the future by the database's clock, only one process may send the mail. */
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    /** Restored from a backup: it may have been sent since, so it waits for a decision (`npm run mails`). */
    heldAt: timestamp('held_at', { withTimezone: true }),
    giveUpAt: timestamp('give_up_at', { withTimezone: true }).notNull(),
    lastError: text('last_error'),
    /** Set by the first attempt, so that receivers recognise repetitions as the same mail. */
    messageId: text('message_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt, table.id).where(sql`${table.state} = 'queued'`),
    // Index for the emails to one person.
    index('outbox_recipient').on(table.toAddress),
    index('outbox_failed').on(table.id).where(sql`${table.state} = 'failed'`),
  ],
).enableRLS()
