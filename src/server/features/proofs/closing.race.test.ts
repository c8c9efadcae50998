import { eq, isNotNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { sixPictures } from '#server/features/files/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, countWaiting, startServerWith, whileLocked, withoutRowLock } from '#server/testing/guards.ts'
import { someTasks } from './testing.ts'

/** A company with six pictures, ready to be handed in for a task that is open. */
async function readyToHandIn(changes: Changed[], { isRealTime = false } = {}) {
  const server = await startServerWith(...changes)
  if (isRealTime) server.clock.followRealTime()
  const call = await server.aCompany()
  const { cookie } = await server.anAdmin()
  const [taskId = ''] = await someTasks(server, 1)
  const contentUrls = await sixPictures(call)
  const prepared = () => server.db.$count(uploads, isNotNull(uploads.preparedAt))
  await eventually(async () => (await prepared()) === 6, 'the pictures to be prepared')
  const handIn = () =>
    call('POST', '/api/proofs', { taskId, companyId: call.companyId, contentUrls, contentType: 'image' })
  return { ...server, taskId, handIn, admin: server.unchanged.caller(cookie) }
}

/** Another request closes the task when a proof is judged already and not written yet. */
async function closeBeforeTheInsert(...changes: Changed[]) {
  let closeTask = async (): Promise<unknown> => undefined
  const beforeInsert: Changed = { find: /^insert into "task_proofs"/, before: () => closeTask() }
  const { db, clock, taskId, handIn, admin } = await readyToHandIn([beforeInsert, ...changes])
  let isClosed = false
  let wasClosedFirst: boolean | undefined
  let closing: Promise<number> | undefined
  closeTask = async () => {
    closing = admin('PATCH', `/api/tasks/${taskId}`, { closesAt: clock.now().toISOString() }).then(({ status }) => {
      isClosed = true
      return status
    })
    await eventually(async () => isClosed || (await countWaiting(db)) > 0, 'the task to be closed, or a wait')
    wasClosedFirst = isClosed
  }

  const { status: proof } = await handIn()
  return { wasClosedFirst, proof, closing: await closing }
}

test('closing a task waits for a proof that is just being written: none is written after the answer', async () => {
  expect(await closeBeforeTheInsert()).toEqual({ wasClosedFirst: false, proof: 201, closing: 200 })
})

test('red control: without the lock on the task a proof is written after the closing was answered', async () => {
  expect(await closeBeforeTheInsert(withoutRowLock('tasks'))).toEqual({
    wasClosedFirst: true,
    proof: 201,
    closing: 200,
  })
})

/** A proof has begun to be handed in, and waits for its task while the closing moment passes. */
async function waitPastTheClosing(...changes: Changed[]) {
  const { db, taskId, handIn } = await readyToHandIn(changes, { isRealTime: true })
  const reply = await whileLocked(
    db,
    (tx) => tx.select().from(tasks).where(eq(tasks.id, taskId)).for('update'),
    handIn,
    {
      async beforeRelease(tx) {
        await tx.update(tasks).set({ closesAt: sql`clock_timestamp()` }).where(eq(tasks.id, taskId))
        // Otherwise what was uploaded before counts for some minutes more.
        await tx.update(uploads).set({ createdAt: sql`clock_timestamp()` })
      },
    },
  )
  return `${reply.status} ${reply.body.code ?? reply.body.status}`
}

test('a proof that waited until the task had closed is judged by the moment after the wait', async () => {
  expect(await waitPastTheClosing()).toBe('409 task-closed')
})

test('red control: by the beginning of the transaction it would have been in time', async () => {
  const byTransactionStart: Changed = {
    find: /^select \(extract\(epoch from clock_timestamp\(\)\)/,
    without: (query) => ({ ...query, text: query.text.replace('clock_timestamp()', 'now()') }),
  }

  expect(await waitPastTheClosing(byTransactionStart)).toBe('201 pending')
})
