import type { z } from 'zod'
import type { ArchivedTask, NewTask, Task, TaskChanges } from '#contract/tasks/endpoints.ts'
import { stateOf } from '#contract/tasks/rules.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { isReferenceBroken } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { type Column, csvFile } from '#server/platform/http/replies/csv.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'
import { noteOfChange, publishTasks, refuseImpossibleTimes, scheduleAnnouncements } from './times.ts'

export { type ClosingTask, listClosing, markClosingsMailed } from './notices/closings-store.ts'
export { taskLines } from './notices/words.ts'
export { isOpenNow, wasOpenBetween } from './store.ts'
export { announceTaskTimesJob, requireOpen } from './times.ts'

type Reply = z.input<typeof Task>
type Fields = z.output<typeof NewTask>
type Changes = z.output<typeof TaskChanges>

/** Companies do not get tasks that have not opened. */
export async function list({ db, clock }: Platform, viewer: Pick<Viewer, 'isAdmin'>): Promise<Reply[]> {
  const found = await store.listOffered(db, clock, { evenUnopened: viewer.isAdmin })
  return found.map(({ task, now }) => toReply(task, now))
}

export async function listArchived({ db, clock }: Platform): Promise<z.input<typeof ArchivedTask>[]> {
  const now = clock.now()
  return (await store.listArchived(db)).map((task) => ({ ...toReply(task, now), archivedAt: task.archivedAt }))
}

export async function create({ db, clock }: Platform, actor: Actor, fields: Fields): Promise<Reply> {
  const now = clock.now()
  refuseImpossibleTimes(timesOf(fields), { now })
  return db.transaction(async (tx) => {
    const task = await insert(tx, actor, fields, now)
    await publishTasks(tx, now, task)
    return toReply(task, now)
  })
}

/** Atomic: creates all tasks or none. */
export async function createMany({ db, clock }: Platform, actor: Actor, batch: Fields[]): Promise<Reply[]> {
  const now = clock.now()
  for (const [nth, fields] of batch.entries())
    refuseImpossibleTimes(timesOf(fields), { now, field: `tasks.${nth}.closesAt` })
  return db.transaction(async (tx) => {
    const created: store.Task[] = []
    for (const fields of batch) created.push(await insert(tx, actor, fields, now))
    await publishTasks(tx, now, ...created)
    return created.map((task) => toReply(task, now))
  })
}

/** Uses the headings that the planning screen knows. */
export async function exportList({ db, clock, log, config }: Platform, actor: Actor) {
  const rows = await store.listOffered(db, clock, { evenUnopened: true })
  log.info({ event: 'export', what: 'tasks', user: actor.userId }, 'export')
  await db.transaction((tx) => logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the tasks' }))
  return csvFile('tasks.csv', config.timeZone, exportColumns, rows)
}

type ExportRow = Awaited<ReturnType<typeof store.listOffered>>[number]

const exportColumns: Column<ExportRow>[] = [
  { heading: 'Title', value: ({ task }) => task.title },
  { heading: 'Description', value: ({ task }) => task.description },
  { heading: 'Points', value: ({ task }) => task.pointsReward },
  { heading: 'Calories', value: ({ task }) => task.caloriesBurned },
  { heading: 'Opens', time: ({ task }) => task.opensAt },
  { heading: 'Closes', time: ({ task }) => task.closesAt },
  { heading: 'YouTube URL', value: ({ task }) => task.youtubeUrl },
  { heading: 'State', value: ({ task, now }) => stateOf(task, now) },
]

export async function edit({ db, clock }: Platform, actor: Actor, id: string, changes: Changes): Promise<Reply> {
  return db.transaction(async (tx) => {
    const before = await store.lock(tx, id, 'update')
    if (!before) throw new Problem('task-gone')
    const now = clock.now()
    if (Object.keys(changes).length === 0) return toReply(before, now)
    const columns = toColumns(changes)
    refuseImpossibleTimes({ ...before, ...columns })
    const task = await store.update(tx, id, {
      ...columns,
      ...noteOfChange(before, columns, now),
      ...dateOf(before, columns, now),
    })
    await scheduleAnnouncements(tx, task, now)
    await logAudit(tx, actor, now, {
      action: 'edited task',
      ...auditSubject(task),
      before: editableFields(before),
      after: editableFields(task),
    })
    await publishTasks(tx, now, before, task)
    return toReply(task, now)
  })
}

/** Archives a task with proofs instead of deleting it: earned points stay and can be explained. */
export async function remove({ db, clock }: Platform, actor: Actor, id: string): Promise<{ archived: boolean }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const task = await store.lock(tx, id, 'update')
    if (!task) throw new Problem('task-gone')
    const archived = await deleted(tx, id).then(
      () => false,
      (error: unknown) => {
        if (!isReferenceBroken(error)) throw error
        return true
      },
    )
    if (archived) await store.update(tx, id, { archivedAt: now })
    await logAudit(tx, actor, now, {
      action: archived ? 'archived task' : 'deleted task',
      ...auditSubject(task),
      before: editableFields(task),
    })
    await publishTasks(tx, now, task)
    return { archived }
  })
}

/** Restores a task with all its proofs. Idempotent: a task that is not archived stays unchanged. */
export async function restore({ db, clock }: Platform, actor: Actor, id: string): Promise<Reply> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const task = await store.lock(tx, id, 'update', { evenArchived: true })
    if (!task) throw new Problem('task-gone')
    if (!task.archivedAt) return toReply(task, now)
    const restored = await store.update(tx, id, { archivedAt: null })
    // Nothing was announced while the task was archived.
    await scheduleAnnouncements(tx, restored, now)
    await logAudit(tx, actor, now, { action: 'restored task', ...auditSubject(task) })
    await publishTasks(tx, now, restored)
    return toReply(restored, now)
  })
}

/** Share-locks an offered task for a proof until the transaction ends. */
export async function lockOffered(tx: Tx, id: string, also: { evenArchived: boolean }): Promise<store.Task> {
  const task = await store.lock(tx, id, 'share', also)
  if (!task) throw new Problem('task-gone')
  return task
}

const timesOf = ({ opensAt = null, closesAt = null }: Pick<Fields, 'opensAt' | 'closesAt'>) => ({ opensAt, closesAt })

async function insert(tx: Tx, actor: Actor, fields: Fields, now: Date): Promise<store.Task> {
  const times = timesOf(fields)
  const columns = { ...toColumns(fields), ...times, title: fields.title }
  const task = await store.insert(tx, { ...columns, date: times.opensAt ?? now, createdAt: now })
  await scheduleAnnouncements(tx, task, now)
  await logAudit(tx, actor, now, { action: 'created task', ...auditSubject(task) })
  return task
}

/** A task is listed under the day on which it opens. */
function dateOf(before: store.Task, { opensAt }: Partial<store.Task>, now: Date): Pick<Partial<store.Task>, 'date'> {
  if (opensAt === undefined || opensAt?.getTime() === before.opensAt?.getTime()) return {}
  return { date: opensAt ?? (before.date < now ? before.date : now) }
}

/** Deletes in a savepoint: the database's refusal must not end the whole transaction. */
const deleted = (tx: Tx, id: string) => tx.transaction((inner) => store.remove(inner, id))

const auditSubject = (task: store.Task) => ({ subject: task.title, subjectId: task.id })

const editableFields = (task: store.Task) => ({
  title: task.title,
  description: task.description,
  youtubeUrl: task.youtubeUrl,
  pointsReward: task.pointsReward,
  caloriesBurned: task.caloriesBurned,
  opensAt: task.opensAt,
  closesAt: task.closesAt,
})

const toColumns = ({ youtubeUrl, ...rest }: Changes) => ({
  ...rest,
  ...(youtubeUrl === undefined ? {} : { youtubeUrl: youtubeUrl || null }),
})

const toReply = (task: store.Task, now: Date): Reply => ({ ...task, state: stateOf(task, now) })
