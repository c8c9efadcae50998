import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'

/** A single time that a proof was sent back; moments are ISO text. */
export type FixRound = {
  requestedAt: string
  dueAt: string
  fixedAt: string | null
  files: { path: string; reason: string; replacedBy: string | null }[]
}

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const taskProofs = pgTable(
  'task_proofs',
  {
    id: uuid().primaryKey().defaultRandom(),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    /** Stored paths, not URLs; the URLs are made for each reader. */
    contentUrls: text('content_urls').array().notNull(),
    contentType: text('content_type').$type<'image' | 'video'>().notNull(),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    adminNotes: text('admin_notes'),
    noticeVersion: text('notice_version').notNull(),
    submittedAt: moment('submitted_at').notNull(),
    reviewedAt: moment('reviewed_at'),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    /** True if the company already had a rejected proof for this task. */
    isRetry: boolean('is_retry').notNull().default(false),
    /** Time and kind of the first decision; reopening keeps both. A trigger writes them. */
    firstReviewedAt: moment('first_reviewed_at'),
    firstDecision: text('first_decision').$type<'approved' | 'rejected'>(),
    /** Texts of the review screen's reasons; null unless the proof is rejected. */
    rejectionReasons: text('rejection_reasons').array(),
    /** Copied from the task at approval, so a later edit of the task does not change earned points. */
    pointsAwarded: integer('points_awarded'),
    caloriesAwarded: integer('calories_awarded'),
    claimedBy: uuid('claimed_by').references(() => users.id),
    claimedUntil: moment('claimed_until'),
    /** Deadline while the company has to replace files. The proof stays pending until then (docs/decisions/0044). */
    fixDueAt: moment('fix_due_at'),
    /** Every time the proof was sent back, latest last. */
    fixRounds: jsonb('fix_rounds').$type<FixRound[]>().notNull().default([]),
  },
  (table) => [
    // Allows a single live proof per company and task; a rejected proof does not count.
    uniqueIndex('task_proofs_live').on(table.companyId, table.taskId).where(sql`${table.status} <> 'rejected'`),
    index('task_proofs_rejected').on(table.companyId, table.taskId).where(sql`${table.status} = 'rejected'`),
    index('task_proofs_pending').on(table.submittedAt, table.id).where(sql`${table.status} = 'pending'`),
    // Every proof that was decided or sent back has this moment, and no other proof has it.
    index('task_proofs_decided')
      .on(table.reviewedAt.desc(), table.id.desc())
      .where(sql`${table.reviewedAt} is not null`),
    index('task_proofs_fix_due').on(table.fixDueAt).where(sql`${table.fixDueAt} is not null`),
    index('task_proofs_company').on(table.companyId, table.submittedAt.desc(), table.id.desc()),
    index('task_proofs_task').on(table.taskId),
  ],
).enableRLS()

/** The files that a company collects for a task before it submits them. */
export const proofDrafts = pgTable(
  'proof_drafts',
  {
    id: uuid().primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    // A draft is deleted with its task; the sweep then removes its files.
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    contentType: text('content_type').$type<'image' | 'video'>().notNull(),
    /** The last time somebody added, removed, chose or moved a file. */
    touchedAt: moment('touched_at').notNull(),
  },
  (table) => [
    // All devices of a company share a single draft; two concurrent starts get the same row.
    uniqueIndex('proof_drafts_company_task').on(table.companyId, table.taskId),
    index('proof_drafts_task').on(table.taskId),
    index('proof_drafts_touched').on(table.touchedAt),
  ],
).enableRLS()

/** A link with which colleagues without an account add files to the draft of a single task. */
export const captureLinks = pgTable(
  'capture_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    /** Only the hash is stored, so the database does not reveal the link. */
    tokenHash: text('token_hash').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('capture_links_token').on(table.tokenHash),
    index('capture_links_company_task').on(table.companyId, table.taskId),
    index('capture_links_task').on(table.taskId),
  ],
).enableRLS()

/** A device that added files through a link. Only this device sees and removes its files. */
export const captureGuests = pgTable(
  'capture_guests',
  {
    id: uuid().primaryKey().defaultRandom(),
    linkId: uuid('link_id')
      .notNull()
      .references(() => captureLinks.id, { onDelete: 'cascade' }),
    deviceHash: text('device_hash').notNull(),
    firstName: text('first_name'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('capture_guests_device').on(table.linkId, table.deviceHash)],
).enableRLS()

/** A collected file, from its grant until its upload is deleted. The row stays after submission. */
export const proofDraftFiles = pgTable(
  'proof_draft_files',
  {
    path: text()
      .primaryKey()
      .references(() => uploads.path, { onDelete: 'cascade' }),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => proofDrafts.id, { onDelete: 'cascade' }),
    /** Two devices may give the same position; then the earlier file comes first. */
    position: integer().notNull(),
    /** True or false once somebody chose the file or left it out; null before. */
    chosen: boolean(),
    /** Null for files that the company's account added. */
    guestId: uuid('guest_id').references(() => captureGuests.id, { onDelete: 'set null' }),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    index('proof_draft_files_draft').on(table.draftId),
    index('proof_draft_files_guest').on(table.guestId).where(sql`${table.guestId} is not null`),
  ],
).enableRLS()
