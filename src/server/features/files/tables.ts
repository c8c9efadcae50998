import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Purpose } from '#contract/files/endpoints.ts'
import type { FileType } from '#contract/media-types.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Every granted file, from its grant until its bytes are deleted. */
export const uploads = pgTable(
  'uploads',
  {
    path: text().primaryKey(),
    companyId: uuid('company_id').notNull(),
    /** The user and session of the grant; signing out cancels unfinished uploads. Null for a guest with a team link. */
    userId: uuid('user_id'),
    sessionId: text('session_id'),
    /** The company's account, whose screens are refreshed when the file changes. */
    ownerId: uuid('owner_id'),
    /** The first name that a guest gave. */
    senderName: text('sender_name'),
    /** The task of the proof; the task's draft determines how long the file is kept. */
    taskId: uuid('task_id'),
    /** Idempotency key that the device gave when the file was chosen. A guest's key starts with the device. */
    fileKey: text('file_key'),
    purpose: text().$type<Purpose>().notNull(),
    /** The file's name on the person's device; used in messages only, never as a path. */
    fileName: text('file_name').notNull(),
    type: text().$type<FileType>().notNull(),
    size: bigint({ mode: 'number' }).notNull(),
    /** `discarded` hides the file from everybody; the row stays until its bytes are deleted. */
    state: text().$type<'granted' | 'stored' | 'claimed' | 'discarded'>().notNull().default('granted'),
    grantHash: text('grant_hash').notNull(),
    grantExpiresAt: moment('grant_expires_at').notNull(),
    /** The store's id of a resumable upload; null for an upload in a single request. */
    partsId: text('parts_id'),
    createdAt: moment('created_at').notNull(),
    storedAt: moment('stored_at'),
    /** Hash of the received bytes; finds a picture that was sent twice. */
    sha256: text(),
    /**
     * Hash of the prepared picture, so bytes behind its end do not matter. Null for videos and for files prepared by
     * older releases.
     */
    pictureSha256: text('picture_sha256'),
    /** Set after place and device were removed from the file; others may then see it. */
    preparedAt: moment('prepared_at'),
    /**
     * The lease of the process that receives or prepares the file, with a new id per attempt. It lasts until
     * `leasedUntil` on the database's clock.
     */
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    /** Counted when an attempt begins, so a file that kills its process is recognised after a restart. */
    prepareAttempts: integer('prepare_attempts').notNull().default(0),
    /** A sentence that says why the file cannot be used. */
    fault: text(),
    capturedAt: text('captured_at'),
    width: integer(),
    height: integer(),
    /** `h264`, `hevc`, `av1` and so on, or `unknown`; null for photos and unprepared videos. */
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
