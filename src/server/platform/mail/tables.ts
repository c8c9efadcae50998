import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { MailContent } from '#contract/branding/mail-layout.ts'

/** `content` is base64; with a `cid` the HTML shows it inline as `cid:<cid>`. */
export type Attachment = { filename: string; contentType: string; content: string; cid?: string }

/** What is sent, and for the log the request that queued it: it is needed as long as the words are. */
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
    /** While this lies ahead by the database's clock, one process is sending the mail and no other may. */
    leasedUntil: timestamp('leased_until', { withTimezone: true }),
    /** Came with a backup that was restored: it may have been sent since, and waits until somebody decides (`npm run mails`). */
    heldAt: timestamp('held_at', { withTimezone: true }),
    giveUpAt: timestamp('give_up_at', { withTimezone: true }).notNull(),
    lastError: text('last_error'),
    /** Fixed by the first attempt, so that every repetition is recognisable as the same mail. */
    messageId: text('message_id'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    sentAt: timestamp('sent_at', { withTimezone: true }),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt, table.id).where(sql`${table.state} = 'queued'`),
    index('outbox_failed').on(table.id).where(sql`${table.state} = 'failed'`),
  ],
).enableRLS()
