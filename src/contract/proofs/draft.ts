import { z } from 'zod'
import { count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { storedPath, WaitingFile } from '../files/endpoints.ts'
import { contentType, mostFiles } from './endpoints.ts'

/** How many files may be collected for one proof; six to ten of them are chosen. */
export const mostCollected = 60
/** How long a draft is kept after it was last changed. */
export const draftKeptHours = 24
/** A draft that ends sooner than this says so. */
export const draftWarningHours = 3

/** A file that was collected for a proof. */
export const DraftFile = WaitingFile.omit({ taskId: true }).extend({
  position: count,
  /** Whether it is part of the proof that would be handed in now. */
  chosen: z.boolean(),
  /** The company's account, or a colleague with a team link, who may have given a first name. */
  addedBy: z.enum(['company', 'guest']),
  /** The same for all files of one device of a guest; null for those of the company. */
  guestId: id
    .nullable()
    // A process of the release before does not say.
    .default(null),
})
export type DraftFile = z.output<typeof DraftFile>

/** What a company has collected for a task, on all its devices. */
export const Draft = z.object({
  taskId: id,
  contentType,
  /** In the order in which they are handed in, those of the other content type included. */
  files: z.array(DraftFile),
  /** When its files are deleted unless someone changes it before; null without files. */
  endsAt: instant.nullable(),
})
export type Draft = z.output<typeof Draft>

/** That something is collected for a task, for the list of tasks. */
export const DraftSummary = z.object({ taskId: id, files: count, endsAt: instant })
export type DraftSummary = z.output<typeof DraftSummary>

const paths = (most: number) => z.array(storedPath).max(most).optional()

/** Each names only what it changes: what others add, remove or move at the same time stays. Without any, it is kept for another day. */
export const DraftChanges = z.strictObject({
  contentType: contentType.optional(),
  /** Uploads of this company that are not used yet, for instance from the draft of another task. */
  add: paths(mostCollected),
  /** Deleted for good. What is gone already is no error. */
  remove: paths(mostCollected),
  choose: paths(mostFiles),
  /** Kept, but not part of the proof. */
  leaveOut: paths(mostCollected),
  /** In front of another file, or to the end. */
  move: z.strictObject({ path: storedPath, before: storedPath.nullable() }).optional(),
})
export type DraftChanges = z.input<typeof DraftChanges>

const params = z.object({ id })

export const listDrafts = endpoint({
  method: 'GET',
  path: '/drafts',
  access: 'company',
  summary: 'For which tasks your company has collected files that are not handed in',
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
