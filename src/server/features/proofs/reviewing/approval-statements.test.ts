import { expect, test } from 'vitest'
import { recordStatements } from '#server/testing/database/statements.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { ledger, someTasks, waitingProofs } from '../testing.ts'
import { createDecide } from './decide.ts'

async function waiting(count: number) {
  const statements = recordStatements()
  const server = await startServerWith(statements.change)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, count))
  const approve = (id: string | undefined) => root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  return { server, statements, root, acme, ids, approve }
}

const writes = [
  'update "task_proofs"',
  'update "companies"',
  'insert into "point_entries"',
  'insert into "audit_entries"',
]

// Once a second, and ahead of time for whoever asks on: it may be read for the request before as well.
const readsSession = (text: string) => text.includes('from "sessions"') || text.includes('join "sessions"')

test('an approval takes at most seven statements, and the session is read before it', async () => {
  const { server, statements, ids, approve } = await waiting(2)
  await approve(ids[0])
  statements.clear()

  const reply = await approve(ids[1])

  const own = statements.texts.filter((text) => !readsSession(text))
  expect(own.length, own.join('\n')).toBeLessThanOrEqual(7)
  expect(statements.texts.filter((text) => text.includes('pg_notify'))).toHaveLength(1)
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'approved', pointsAwarded: 2, caloriesAwarded: 20, taskTitle: 'Task 2', reviewedBy: 'root Admin' },
  })
  expect((await ledger(server)).differences).toEqual([])
})

test('decisions of the same moment take as many statements as one of them', async () => {
  const { server, statements, ids, root, acme } = await waiting(20)
  const [first, last] = [root, acme].map(({ userId, email, sid }) => ({
    userId,
    email,
    sid,
    isAdmin: true,
    companyId: null,
  }))
  if (!first || !last) throw new Error('two reviewers are needed')
  const decide = createDecide(server.platform)
  statements.clear()

  const decided = await Promise.allSettled([
    ...ids.map((id, n) => decide({ viewer: first, id, status: n % 2 ? 'rejected' : 'approved' })),
    decide({ viewer: last, id: String(ids[0]), status: 'rejected' }),
    decide({ viewer: last, id: String(ids[1]), status: 'rejected' }),
  ])

  const count = (start: string) => statements.texts.filter((text) => text.startsWith(start)).length
  expect(writes.map(count)).toEqual([1, 1, 1, 1])
  expect(decided.map((one) => (one.status === 'fulfilled' ? one.value.status : one.reason.sentence))).toEqual([
    ...ids.map((_, n) => (n % 2 ? 'rejected' : 'approved')),
    expect.stringMatching(/^This proof was approved by root Admin on /),
    'rejected',
  ])
  expect(await ledger(server)).toMatchObject({ lines: { length: 10 }, differences: [] })
})

test('an approval tells each screen once what changed', async () => {
  const { server, root, acme, ids, approve } = await waiting(1)
  const [ours, hers] = [await openStream(server.base, root.cookie), await openStream(server.base, acme.cookie)]

  await approve(ids[0])
  await root('POST', '/api/tasks', { title: 'Evening swim', description: 'A kilometre along the shore' })
  await Promise.all([ours.heard('tasks'), hers.heard('tasks')])

  const before = (topics: string[]) => topics.slice(0, topics.indexOf('tasks')).toSorted()
  expect(before(ours.topics())).toEqual(['audit', 'audit', 'companies', 'leaderboard', 'proofs'])
  expect(before(hers.topics())).toEqual([`companies/${acme.companyId}`, 'leaderboard'])
})

test('the answer to an approval is what a later reading shows', async () => {
  const { root, ids, approve } = await waiting(1)

  const { body } = await approve(ids[0])

  const [decided] = (await root('GET', '/api/proofs/decided')).body
  expect(body).toEqual(decided)
})

test('what an approval writes is sent at once, not each statement after the answer to the one before', async () => {
  const events: string[] = []
  const noted = writes.map(
    (start): Changed => ({
      find: new RegExp(`^${start}`),
      before: async () => void events.push('sent'),
      after: async () => void events.push('answered'),
    }),
  )
  const server = await startServerWith(...noted)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const [id] = await waitingProofs(server, acme.companyId, await someTasks(server, 1))
  events.length = 0

  expect(await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })).toMatchObject({ status: 200 })

  expect(events).toEqual([...writes.map(() => 'sent'), ...writes.map(() => 'answered')])
})
