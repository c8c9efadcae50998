import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { FileType, Purpose } from '#contract/uploads.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Every file we ever allowed, from its grant to its use. */
export const uploads = pgTable(
  'uploads',
  {
    path: text().primaryKey(),
    companyId: uuid('company_id').notNull(),
    /** Who asked for the grant, from which session: what they have under way ends with it, and their screens hear of it. */
    userId: uuid('user_id'),
    sessionId: text('session_id'),
    /** The task whose proof it is collected for, and its place there. */
    taskId: uuid('task_id'),
    position: integer(),
    purpose: text().$type<Purpose>().notNull(),
    /** What the person's device called it: for messages only, never for a path. */
    fileName: text('file_name').notNull(),
    type: text().$type<FileType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Discarded: nobody may use or see it any more, and the row stays until its bytes are gone. */
    state: text().$type<'granted' | 'stored' | 'claimed' | 'discarded'>().notNull().default('granted'),
    grantHash: text('grant_hash').notNull(),
    grantExpiresAt: moment('grant_expires_at').notNull(),
    createdAt: moment('created_at').notNull(),
    storedAt: moment('stored_at'),
    /** Of the bytes as they came, so that a picture sent twice can be told. */
    sha256: text(),
    /** Set once place and device are out of it and it may be seen by others. */
    preparedAt: moment('prepared_at'),
    leasedUntil: moment('leased_until'),
    /** Why it cannot be used, in a sentence. */
    fault: text(),
    capturedAt: text('captured_at'),
    width: integer(),
    height: integer(),
    hasThumbnail: boolean('has_thumbnail').notNull().default(false),
  },
  (table) => [
    index('uploads_company').on(table.companyId, table.createdAt),
    index('uploads_unused').on(table.createdAt).where(sql`${table.state} <> 'claimed'`),
    index('uploads_granted').on(table.userId).where(sql`${table.state} = 'granted'`),
    index('uploads_sha256').on(table.sha256),
  ],
)
