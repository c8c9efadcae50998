import { expect, test } from 'vitest'
import { aPicture, askForGrant, send } from '#server/features/files/testing.ts'
import { chosenOf, collect, namesOf } from '#server/testing/data/drafts.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutConflictClause,
  withoutRowLock,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { proofDrafts } from '../tables.ts'
import { someTasks } from '../testing.ts'

async function aTeam(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const call = await server.aCompany()
  const [taskId] = await someTasks(server, 1)
  const grantAll = async (count: number) => {
    const pictures = await atOnce(count, aPicture)
    return Promise.all(
      pictures.map(async (bytes, n) => {
        const grant = await patiently(() => askForGrant(call, bytes, { taskId, fileName: `${n + 1}.jpg` }))
        return { ...grant, bytes }
      }),
    )
  }
  const change = (body: unknown) => patiently(() => call('PATCH', `/api/tasks/${taskId}/draft`, body))
  // What a test prepares is not slowed down by what a control changes.
  return { ...server, call, prepare: server.unchanged.caller(call.cookie), taskId, grantAll, change }
}

test('twenty who add to a new draft at once all find their file in it, each at a place of its own', async () => {
  const { call, taskId, grantAll, db } = await aTeam()

  const granted = await grantAll(20)
  for (const { body, bytes } of granted) expect((await send(body, bytes)).status).toBe(201)

  expect(await db.$count(proofDrafts)).toBe(1)
  expect((await namesOf(call, taskId)).toSorted()).toEqual(granted.map((_, n) => `${n + 1}.jpg`).toSorted())
  const { body } = await call('GET', `/api/tasks/${taskId}/draft`)
  expect(body.files.map(({ position }: { position: number }) => position)).toEqual(granted.map((_, n) => n + 1))
})

test('red control: without the index two who begin at once have drafts that do not know each other', async () => {
  const begin = /^insert into "proof_drafts"/
  const { change, db } = await aTeam(withoutConflictClause(begin), meetBefore(begin, 2))

  const drafts = await withoutIndex(db, 'proof_drafts_company_task', async () => {
    await atOnce(2, () => change({}))
    return db.$count(proofDrafts)
  })

  expect(drafts).toBe(2)
})

/** Eight files of which two people each leave one out, at once. */
async function leaveOutTwo(...changes: Changed[]) {
  const { prepare, taskId, change } = await aTeam(...changes)
  const paths = await collect(prepare, taskId, 8)
  const replies = await Promise.all([change({ leaveOut: [paths[0]] }), change({ leaveOut: [paths[1]] })])
  return { statuses: tally(replies), chosen: await chosenOf(prepare, taskId) }
}

test('two people who each leave a file out at once leave two out', async () => {
  const { statuses, chosen } = await leaveOutTwo()

  expect(statuses).toEqual({ 200: 2 })
  expect(chosen).toEqual(['3.jpg', '4.jpg', '5.jpg', '6.jpg', '7.jpg', '8.jpg'])
})

test('red control: without the lock one of them overwrites the other', async () => {
  const { statuses, chosen } = await leaveOutTwo(
    withoutRowLock('proof_drafts'),
    meetBefore(/^update "proof_draft_files"/, 2),
  )

  expect(statuses).toEqual({ 200: 2 })
  expect(chosen).toHaveLength(7)
})

async function moveTwo(...changes: Changed[]) {
  const { prepare, taskId, change } = await aTeam(...changes)
  const [first, second, , , fifth] = await collect(prepare, taskId, 5)
  const replies = await Promise.all([
    change({ move: { path: fifth, before: second } }),
    change({ move: { path: first, before: null } }),
  ])
  expect(tally(replies)).toEqual({ 200: 2 })
  return namesOf(prepare, taskId)
}

test('two moves at once both count', async () => {
  expect(await moveTwo()).toEqual(['5.jpg', '2.jpg', '3.jpg', '4.jpg', '1.jpg'])
})

// A deadlock of the two ends one of them, which begins again and hides the loss.
test('red control: without the lock one of two moves is lost', { retry: 4 }, async () => {
  const names = await moveTwo(withoutRowLock('proof_drafts'), meetBefore(/^update "proof_draft_files"/, 2))

  expect(names).not.toEqual(['5.jpg', '2.jpg', '3.jpg', '4.jpg', '1.jpg'])
})
