import { z } from 'zod'
import { count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { storedPath, WaitingFile } from '../files/endpoints.ts'
import { contentType, mostFiles } from './endpoints.ts'

/** The limit of files in a draft; a proof has six to ten of them. */
export const mostCollected = 60
/** A draft expires this many hours after its last change. */
export const draftKeptHours = 24
/** Drafts that expire sooner show a warning. */
export const draftWarningHours = 3

/** A file in a draft. */
export const DraftFile = WaitingFile.omit({ taskId: true }).extend({
  position: count,
  /** True if a submission now would include it. */
  chosen: z.boolean(),
  /** The company's account, or a colleague with a team link, who may have given a first name. */
  addedBy: z.enum(['company', 'guest']),
  /** Identifies a guest's device; null for files of the company. */
  guestId: id
    .nullable()
    // Nodes of the previous release omit it.
    .default(null),
})
export type DraftFile = z.output<typeof DraftFile>

/** A company's draft for a task, from all its devices. */
export const Draft = z.object({
  taskId: id,
  contentType,
  /** In the order of submission, including files of the other content type. */
  files: z.array(DraftFile),
  /** The expiry of its files; every change postpones it; null without files. */
  endsAt: instant.nullable(),
})
export type Draft = z.output<typeof Draft>

/** Marks a task with a draft in the list of tasks. */
export const DraftSummary = z.object({ taskId: id, files: count, endsAt: instant })
export type DraftSummary = z.output<typeof DraftSummary>

const paths = (most: number) => z.array(storedPath).max(most).optional()

/** A partial change: concurrent additions, removals and moves are kept. An empty change extends the draft by a day. */
export const DraftChanges = z.strictObject({
  contentType: contentType.optional(),
  /** Unused uploads of this company, for instance from the draft of another task. */
  add: paths(mostCollected),
  /** Deletes files for good; idempotent for missing ones. */
  remove: paths(mostCollected),
  choose: paths(mostFiles),
  /** Keeps files without including them in the proof. */
  leaveOut: paths(mostCollected),
  /** Moves a file before another one, or to the end. */
  move: z.strictObject({ path: storedPath, before: storedPath.nullable() }).optional(),
})
export type DraftChanges = z.input<typeof DraftChanges>

const params = z.object({ id })

export const listDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  access: 'company',
  summary: 'For which tasks your company has collected files that are not submitted',
  reply: z.array(DraftSummary),
})

export const readDraft = endpoint({
  method: 'GET',
  path: '/tasks/:id/draft',
  access: 'company',
  summary: 'What your company has collected for the proof of a task',
  params,
  reply: Draft,
  problems: ['task-gone', 'no-company'],
})

export const changeDraft = endpoint({
  method: 'PATCH',
  path: '/tasks/:id/draft',
  access: 'company',
  summary:
    'Add, remove, choose or move files of a draft, each without touching the others; an empty body keeps it for another day',
  params,
  body: DraftChanges,
  reply: Draft,
  problems: ['task-gone', 'no-company', 'draft-file-gone', 'draft-full', 'too-many-chosen'],
})
