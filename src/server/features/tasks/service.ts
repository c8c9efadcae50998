import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { isStillReferenced } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as store from './store.ts'

type Fields = { title: string; description: string; youtubeUrl: string; pointsReward: number; caloriesBurned: number }

export const list = ({ db }: Platform) => store.listOffered(db)

export const listArchived = ({ db }: Platform) => store.listArchived(db)

export async function create({ db, clock }: Platform, actor: Actor, fields: Fields): Promise<store.Task> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const task = await store.insert(tx, { ...toColumns(fields), title: fields.title, date: now, createdAt: now })
    await logAudit(tx, actor, now, { action: 'created task', ...about(task) })
    await publish(tx, 'everyone', 'tasks')
    return task
  })
}

export async function edit(
  { db, clock }: Platform,
  actor: Actor,
  id: string,
  changes: Partial<Fields>,
): Promise<store.Task> {
  return db.transaction(async (tx) => {
    const before = await store.lock(tx, id, 'update')
    if (!before) throw new Problem('task-gone')
    if (Object.keys(changes).length === 0) return before
    const task = await store.update(tx, id, toColumns(changes))
    await logAudit(tx, actor, clock.now(), {
      action: 'edited task',
      ...about(task),
      before: editableFields(before),
      after: editableFields(task),
    })
    await publish(tx, 'everyone', 'tasks')
    return task
  })
}

/** With proofs on it a task is archived: what was earned stays, and can be explained. */
export async function remove({ db, clock }: Platform, actor: Actor, id: string): Promise<{ archived: boolean }> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const task = await store.lock(tx, id, 'update')
    if (!task) throw new Problem('task-gone')
    const archived = await deleted(tx, id).then(
      () => false,
      (error: unknown) => {
        if (!isStillReferenced(error)) throw error
        return true
      },
    )
    if (archived) await store.update(tx, id, { archivedAt: now })
    await logAudit(tx, actor, now, {
      action: archived ? 'archived task' : 'deleted task',
      ...about(task),
      before: editableFields(task),
    })
    await publish(tx, 'everyone', 'tasks')
    return { archived }
  })
}

/** Offered again, with every proof that hangs on it. One that is offered already stays as it is. */
export async function restore({ db, clock }: Platform, actor: Actor, id: string): Promise<store.Task> {
  return db.transaction(async (tx) => {
    const task = await store.lock(tx, id, 'update', { evenArchived: true })
    if (!task) throw new Problem('task-gone')
    if (!task.archivedAt) return task
    const restored = await store.update(tx, id, { archivedAt: null })
    await logAudit(tx, actor, clock.now(), { action: 'restored task', ...about(task) })
    await publish(tx, 'everyone', 'tasks')
    return restored
  })
}

/** In a savepoint: the database's refusal must not end the whole transaction. */
const deleted = (tx: Tx, id: string) => tx.transaction((inner) => store.remove(inner, id))

/** For a proof: the task as it is offered now, and it stays so until the transaction ends. */
export async function lockOffered(tx: Tx, id: string, also: { evenArchived: boolean }): Promise<store.Task> {
  const task = await store.lock(tx, id, 'share', also)
  if (!task) throw new Problem('task-gone')
  return task
}

const about = (task: store.Task) => ({ subject: task.title, subjectId: task.id })

const editableFields = ({ title, description, youtubeUrl, pointsReward, caloriesBurned }: store.Task) => ({
  title,
  description,
  youtubeUrl,
  pointsReward,
  caloriesBurned,
})

const toColumns = ({ youtubeUrl, ...rest }: Partial<Fields>) => ({
  ...rest,
  ...(youtubeUrl === undefined ? {} : { youtubeUrl: youtubeUrl || null }),
})
