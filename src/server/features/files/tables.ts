import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Purpose } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Every file we ever allowed, from its grant to its use. */
export const uploads = pgTable(
  'uploads',
  {
    path: text().primaryKey(),
    companyId: uuid('company_id').notNull(),
    /** Who asked for the grant, from which session: what they have under way ends with it. Null for a guest with a team link. */
    userId: uuid('user_id'),
    sessionId: text('session_id'),
    /** Whose screens hear what becomes of it: the account of the company. */
    ownerId: uuid('owner_id'),
    /** The first name that a guest gave. */
    senderName: text('sender_name'),
    /** The task whose proof it is collected for: its draft decides how long it is kept. */
    taskId: uuid('task_id'),
    /** Given by the device when the file was chosen, so that an upload which is asked for again is found. A guest's begins with the device. */
    fileKey: text('file_key'),
    purpose: text().$type<Purpose>().notNull(),
    /** What the person's device called it: for messages only, never for a path. */
    fileName: text('file_name').notNull(),
    type: text().$type<FileType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** Discarded: nobody may use or see it any more, and the row stays until its bytes are gone. */
    state: text().$type<'granted' | 'stored' | 'claimed' | 'discarded'>().notNull().default('granted'),
    grantHash: text('grant_hash').notNull(),
    grantExpiresAt: moment('grant_expires_at').notNull(),
    /** How the store calls a file that is sent in pieces; null for one that is sent as a whole. */
    partsId: text('parts_id'),
    createdAt: moment('created_at').notNull(),
    storedAt: moment('stored_at'),
    /** Of the bytes as they came, so that a picture sent twice can be told. */
    sha256: text(),
    /** Of the prepared picture: bytes behind its end do not change it. Null for videos, and for what an older release prepared. */
    pictureSha256: text('picture_sha256'),
    /** Set once place and device are out of it and it may be seen by others. */
    preparedAt: moment('prepared_at'),
    /** Who receives its bytes or prepares it right now: a new id for every attempt, and until when the database's clock lets nobody else have it. */
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    /** Counted when an attempt begins, so that a file which kills whoever prepares it is known after a restart too. */
    prepareAttempts: integer('prepare_attempts').notNull().default(0),
    /** Why it cannot be used, in a sentence. */
    fault: text(),
    capturedAt: text('captured_at'),
    width: integer(),
    height: integer(),
    /** `h264`, `hevc`, `av1` and so on, or `unknown`; null for photos and before it was prepared. */
    videoCodec: text('video_codec'),
    hasThumbnail: boolean('has_thumbnail').notNull().default(false),
  },
  (table) => [
    index('uploads_company').on(table.companyId, table.createdAt),
    index('uploads_unused').on(table.createdAt).where(sql`${table.state} <> 'claimed'`),
    index('uploads_granted').on(table.userId).where(sql`${table.state} = 'granted'`),
    uniqueIndex('uploads_file_key')
      .on(table.companyId, table.taskId, table.fileKey)
      .where(sql`${table.fileKey} is not null and ${table.state} <> 'discarded'`),
    index('uploads_sha256').on(table.sha256),
    index('uploads_picture').on(table.pictureSha256).where(sql`${table.pictureSha256} is not null`),
    index('uploads_unprepared').on(table.storedAt).where(sql`${table.preparedAt} is null and ${table.fault} is null`),
  ],
).enableRLS()
