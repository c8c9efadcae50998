import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { users } from '#server/features/auth/tables.ts'
import { companies } from '#server/features/companies/tables.ts'
import { uploads } from '#server/features/files/tables.ts'
import { tasks } from '#server/features/tasks/tables.ts'

/** One time that a proof was sent back; moments as ISO text. */
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
    /** Stored paths, never addresses: those are made when somebody may read. */
    contentUrls: text('content_urls').array().notNull(),
    contentType: text('content_type').$type<'image' | 'video'>().notNull(),
    status: text().$type<'pending' | 'approved' | 'rejected'>().notNull().default('pending'),
    adminNotes: text('admin_notes'),
    noticeVersion: text('notice_version').notNull(),
    submittedAt: moment('submitted_at').notNull(),
    reviewedAt: moment('reviewed_at'),
    reviewedBy: uuid('reviewed_by').references(() => users.id),
    /** Whether the company had a rejected proof for the task before. */
    isRetry: boolean('is_retry').notNull().default(false),
    /** When and how it was decided first, also after reopening. Kept by a trigger. */
    firstReviewedAt: moment('first_reviewed_at'),
    firstDecision: text('first_decision').$type<'approved' | 'rejected'>(),
    /** Those of the review screen by their text; null unless it is rejected. */
    rejectionReasons: text('rejection_reasons').array(),
    /** Copied from the task at approval: editing the task later changes nothing that was earned. */
    pointsAwarded: integer('points_awarded'),
    caloriesAwarded: integer('calories_awarded'),
    claimedBy: uuid('claimed_by').references(() => users.id),
    claimedUntil: moment('claimed_until'),
    /** While it waits for its company to replace files; it is pending meanwhile (docs/decisions/0044). */
    fixDueAt: moment('fix_due_at'),
    /** Each time it was sent back, the latest last. */
    fixRounds: jsonb('fix_rounds').$type<FixRound[]>().notNull().default([]),
  },
  (table) => [
    // One live proof per company and task; a rejected one makes room for another.
    uniqueIndex('task_proofs_live').on(table.companyId, table.taskId).where(sql`${table.status} <> 'rejected'`),
    index('task_proofs_rejected').on(table.companyId, table.taskId).where(sql`${table.status} = 'rejected'`),
    index('task_proofs_pending').on(table.submittedAt, table.id).where(sql`${table.status} = 'pending'`),
    // Whatever is decided or sent back has its moment, and nothing else has one.
    index('task_proofs_decided')
      .on(table.reviewedAt.desc(), table.id.desc())
      .where(sql`${table.reviewedAt} is not null`),
    index('task_proofs_fix_due').on(table.fixDueAt).where(sql`${table.fixDueAt} is not null`),
    index('task_proofs_company').on(table.companyId, table.submittedAt.desc(), table.id.desc()),
    index('task_proofs_task').on(table.taskId),
  ],
).enableRLS()

/** What a company collects for a task until it hands it in. */
export const proofDrafts = pgTable(
  'proof_drafts',
  {
    id: uuid().primaryKey().defaultRandom(),
    companyId: uuid('company_id')
      .notNull()
      .references(() => companies.id),
    // It ends with its task; its files are then swept.
    taskId: uuid('task_id')
      .notNull()
      .references(() => tasks.id, { onDelete: 'cascade' }),
    contentType: text('content_type').$type<'image' | 'video'>().notNull(),
    /** When somebody last added, removed, chose or moved a file. */
    touchedAt: moment('touched_at').notNull(),
  },
  (table) => [
    // One for all devices of a company: two that begin at once begin the same.
    uniqueIndex('proof_drafts_company_task').on(table.companyId, table.taskId),
    index('proof_drafts_task').on(table.taskId),
    index('proof_drafts_touched').on(table.touchedAt),
  ],
).enableRLS()

/** With a link colleagues without an account add files to the draft of one task. */
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
    /** Nobody can read the link out of the database. */
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

/** A device that has added something by a link. What it has added, it alone sees and removes. */
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

/** A collected file, from its grant until its upload is deleted, also after it was handed in. */
export const proofDraftFiles = pgTable(
  'proof_draft_files',
  {
    path: text()
      .primaryKey()
      .references(() => uploads.path, { onDelete: 'cascade' }),
    draftId: uuid('draft_id')
      .notNull()
      .references(() => proofDrafts.id, { onDelete: 'cascade' }),
    /** Two devices may give the same one; then the earlier comes first. */
    position: integer().notNull(),
    /** Whether somebody wants it in the proof; null where nobody said. */
    chosen: boolean(),
    /** Null for what the company's account has added. */
    guestId: uuid('guest_id').references(() => captureGuests.id, { onDelete: 'set null' }),
    addedAt: moment('added_at').notNull(),
  },
  (table) => [
    index('proof_draft_files_draft').on(table.draftId),
    index('proof_draft_files_guest').on(table.guestId).where(sql`${table.guestId} is not null`),
  ],
).enableRLS()
