import { mostWithGuests } from '#contract/proofs/capture.ts'
import { choosePaths } from '#contract/proofs/choice.ts'
import {
  type Draft,
  type DraftChanges,
  type DraftSummary,
  draftKeptHours,
  mostCollected,
} from '#contract/proofs/draft.ts'
import { mostFiles } from '#contract/proofs/endpoints.ts'
import { endOfRetry, hasOpened, stateOf } from '#contract/tasks/rules.ts'
import * as uploads from '#server/features/files/service.ts'
import * as tasks from '#server/features/tasks/service.ts'
import { after, hours } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findUsed } from '../same-photos/used-photos.ts'
import { hasRejected, lastRejectedAt } from '../store.ts'
import * as store from './store.ts'

export const draftKept = hours(draftKeptHours)

function companyOf({ companyId }: Viewer): string {
  if (!companyId) throw new Problem('no-company')
  return companyId
}

export async function read(platform: Platform, viewer: Viewer, taskId: string): Promise<Draft> {
  const { db, clock } = platform
  const companyId = companyOf(viewer)
  const task = await store.findTask(db, taskId)
  if (!task || !hasOpened(task, clock.now()) || (task.archivedAt && !(await hasRejected(db, companyId, taskId))))
    throw new Problem('task-gone')
  await uploads.recordArrivals(platform, companyId)
  const draft = await store.find(db, companyId, taskId)
  return draft ? toReply(platform, draft) : { taskId, contentType: 'image', files: [], endsAt: null }
}

export async function list({ db }: Platform, { companyId }: Viewer): Promise<DraftSummary[]> {
  const drafts = companyId ? await store.listOfCompany(db, companyId) : []
  return drafts.map(({ taskId, files, touchedAt }) => ({ taskId, files, endsAt: endOf(touchedAt) }))
}

const endOf = (touchedAt: Date) => after(touchedAt, draftKept).toISOString()

async function toReply(platform: Platform, draft: store.DraftRow): Promise<Draft> {
  const { db, config } = platform
  const { files, used } = await readFiles(db, draft, config)
  const chosen = choosePaths(candidatesOf(draft, files, used))
  return {
    taskId: draft.taskId,
    contentType: draft.contentType,
    files: await Promise.all(
      files.map(async ({ upload, path, position, guestId }) => ({
        ...(await uploads.describeWaiting(platform, upload, used.get(path))),
        position,
        chosen: chosen.has(path),
        addedBy: guestId ? ('guest' as const) : ('company' as const),
        guestId,
      })),
    ),
    endsAt: files.length > 0 ? endOf(draft.touchedAt) : null,
  }
}

/** Reads arrived files that are in no proof, with the reason why a file cannot be part of this proof. */
async function readFiles(db: Db, { id, companyId }: store.DraftRow, config: Config) {
  const files = await store.filesOf(db, id)
  const stored = files.map(({ upload }) => upload)
  return { files, used: await findUsed(db, companyId, stored, config) }
}

type Used = Awaited<ReturnType<typeof findUsed>>

const candidatesOf = ({ contentType }: store.DraftRow, files: store.CollectedFile[], used: Used) =>
  files.map(({ path, chosen, upload }) => ({
    path,
    chosen,
    sha256: upload.sha256,
    isUsable: upload.fault === null && !used.has(path) && uploads.typeFits(upload.type, contentType),
  }))

/** Applies a change to the named files under a lock, so concurrent changes of two people both take effect. */
export async function change(
  platform: Platform,
  viewer: Viewer,
  taskId: string,
  changes: DraftChanges,
): Promise<Draft> {
  const now = platform.clock.now()
  const companyId = companyOf(viewer)
  const { add = [], remove = [], contentType } = changes
  const changed = await platform.db.transaction(async (tx) => {
    const draft = await lockOrCreate(tx, { companyId, taskId, contentType: contentType ?? 'image', touchedAt: now })
    if (add.length > 0) await addUnused(tx, draft, add, now)
    const removed = remove.length > 0 ? await removeFiles(tx, draft, remove) : []
    const next = { ...draft, touchedAt: now, contentType: contentType ?? draft.contentType }
    await arrange(tx, next, changes, platform.config)
    await store.update(tx, draft.id, { touchedAt: now, contentType: next.contentType })
    await publish(tx, { user: viewer.userId }, 'uploads')
    return { draft: next, removed }
  })
  await uploads.removeForgotten(platform, changed.removed)
  return toReply(platform, changed.draft)
}

type NewDraft = Omit<store.DraftRow, 'id'>

/** Locks the task's state and the draft until the transaction ends. */
async function lockOrCreate(tx: Tx, draft: NewDraft, { isAdding = false } = {}): Promise<store.DraftRow> {
  const { companyId, taskId, touchedAt } = draft
  // A company with a rejected proof may try again, also after the task was archived.
  const rejectedAt = await lastRejectedAt(tx, companyId, taskId)
  const task = await tasks.lockOffered(tx, taskId, { evenArchived: rejectedAt !== undefined })
  // A task is hidden from companies before it opens.
  if (!hasOpened(task, touchedAt)) throw new Problem('task-gone')
  // A file that waited on a device until the task closed is refused, because the proof could not be submitted.
  const isRetry = rejectedAt !== undefined && touchedAt < endOfRetry(rejectedAt)
  if (isAdding && !isRetry && stateOf(task, touchedAt) === 'closed') throw new Problem('task-closed')
  await store.createIfMissing(tx, draft)
  const locked = await store.lock(tx, companyId, taskId)
  if (!locked) throw new Error('a draft is gone while its task is locked')
  return locked
}

/** Adds a file to the draft at its grant, at the position that the device gave, else at the end. */
export async function joinDraft(tx: Tx, file: uploads.DraftedFile, now: Date, guestId: string | null = null) {
  const { path, companyId, taskId } = file
  const contentType = uploads.typeFits(file.type, 'video') ? 'video' : 'image'
  const draft = await lockOrCreate(tx, { companyId, taskId, contentType, touchedAt: now }, { isAdding: true })
  const { count, lastPosition } = await store.measure(tx, draft.id, now)
  if (!guestId && count >= mostCollected) throw new Problem('draft-full')
  if (guestId && count >= mostWithGuests) throw new Problem('draft-full-for-guests')
  const position = file.position ?? lastPosition + 1
  await store.putFiles(tx, [{ path, draftId: draft.id, position, guestId, addedAt: now }])
  // The first file determines the content type of the proof.
  await store.update(tx, draft.id, { touchedAt: now, ...(count === 0 ? { contentType } : {}) })
}

async function addUnused(tx: Tx, draft: store.DraftRow, paths: string[], now: Date) {
  const unused = await uploads.assignToTask(tx, draft.companyId, paths, draft.taskId)
  if (unused.length < new Set(paths).size) throw new Problem('draft-file-gone')
  const { count, lastPosition } = await store.measure(tx, draft.id, now)
  if (count + paths.length > mostCollected) throw new Problem('draft-full')
  const files = [...new Set(paths)].map((path, index) => ({
    path,
    draftId: draft.id,
    position: lastPosition + 1 + index,
    guestId: null,
    addedAt: now,
  }))
  await store.putFiles(tx, files)
}

async function removeFiles(tx: Tx, draft: store.DraftRow, paths: string[]): Promise<string[]> {
  const files = await store.filesOf(tx, draft.id)
  return uploads.forgetUnused(
    tx,
    files.map(({ path }) => path).filter((path) => paths.includes(path)),
  )
}

/** Applies the changes to the position and choice of every file. */
async function arrange(tx: Tx, draft: store.DraftRow, changes: DraftChanges, config: Config) {
  const { choose = [], leaveOut = [], move } = changes
  if (choose.length === 0 && leaveOut.length === 0 && !move) return
  const { files, used } = await readFiles(tx, draft, config)
  const named = [...choose, ...leaveOut, ...(move ? [move.path, ...(move.before ? [move.before] : [])] : [])]
  if (named.some((path) => !files.some((file) => file.path === path))) throw new Problem('draft-file-gone')

  const ordered = move ? moved(files, move.path, move.before) : files
  const decided = choose.length > 0 || leaveOut.length > 0
  const before = choosePaths(candidatesOf(draft, files, used))
  const isOfOtherType = ({ upload }: store.CollectedFile) => !uploads.typeFits(upload.type, draft.contentType)
  const arranged = ordered.map((file, index) => ({
    path: file.path,
    position: index + 1,
    // After the first explicit choice, an excluded file stays excluded until somebody includes it.
    chosen:
      !decided || isOfOtherType(file)
        ? file.chosen
        : choose.includes(file.path) || (before.has(file.path) && !leaveOut.includes(file.path)),
  }))
  if (arranged.filter(({ chosen, path }) => chosen && (before.has(path) || choose.includes(path))).length > mostFiles)
    throw new Problem('too-many-chosen')
  await store.arrange(tx, draft.id, arranged)
}

function moved(files: store.CollectedFile[], path: string, before: string | null): store.CollectedFile[] {
  if (path === before) return files
  const rest = files.filter((file) => file.path !== path)
  const at = before === null ? rest.length : rest.findIndex((file) => file.path === before)
  return [...rest.slice(0, at), ...files.filter((file) => file.path === path), ...rest.slice(at)]
}

/** Locks the draft during a submission and keeps its unused files for another day. */
export async function lockForSubmission(tx: Tx, companyId: string, taskId: string, now: Date) {
  const draft = await store.lock(tx, companyId, taskId)
  if (draft) await store.update(tx, draft.id, { touchedAt: now })
}
