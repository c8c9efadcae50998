import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startWorld } from '#server/testing.ts'

const run = { title: 'Morning run', description: 'Run five kilometres together' }

async function anOrganiser() {
  const { root: admin, ...server } = await startWorld({ root: 'admin' })
  const from = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString()
  return { ...server, admin, from }
}

test('a planned week is created at once, in the order in which it was sent, and the log has every task', async () => {
  const { admin, from } = await anOrganiser()
  const batch = [0, 24, 48].map((hour) => ({ ...run, title: `Run ${hour}`, opensAt: from(hours(hour + 1)) }))

  const reply = await admin('POST', '/api/task-batches', { tasks: batch })

  expect(reply.status).toBe(201)
  expect(reply.body).toMatchObject(batch.map((task) => ({ ...task, state: 'scheduled', pointsReward: 10 })))
  expect((await admin('GET', '/api/tasks')).body).toHaveLength(3)
  const { body: log } = await admin('GET', '/api/admin/audit')
  expect(log.map(({ action, subject }: Record<string, string>) => `${action} ${subject}`)).toEqual([
    'created task Run 48',
    'created task Run 24',
    'created task Run 0',
  ])
})

test.each([
  ['by its shape', { ...run, title: 'Hi' }, 'tasks.1.title', 'Title must be at least 3 characters'],
  [
    'by its times',
    { ...run, closesAt: '2026-01-01T00:00:00Z' },
    'tasks.1.closesAt',
    'The closing time must be in the future',
  ],
])('one row that is wrong %s is named by its place, and none is created', async (_how, wrong, field, message) => {
  const { admin } = await anOrganiser()

  const reply = await admin('POST', '/api/task-batches', { tasks: [run, wrong, run] })

  expect(reply).toMatchObject({ status: 400, body: { fields: { [field]: message } } })
  expect((await admin('GET', '/api/tasks')).body).toEqual([])
})

test.each([[0], [101]])('%i tasks at once are refused', async (count) => {
  const { admin } = await anOrganiser()

  const reply = await admin('POST', '/api/task-batches', { tasks: Array(count).fill(run) })

  expect(reply).toMatchObject({ status: 400, body: { fields: { tasks: expect.any(String) } } })
})

test('a batch that is sent twice with its key is created once', async () => {
  const { admin } = await anOrganiser()
  const headers = { 'idempotency-key': 'a-week-that-is-sent-twice' }

  const replies = [1, 2].map(() => admin('POST', '/api/task-batches', { tasks: [run, run] }, { headers }))

  for (const { status } of await Promise.all(replies)) expect([201, 409]).toContain(status)
  expect((await admin('GET', '/api/tasks')).body).toHaveLength(2)
})

test('companies hear of a batch when one of its tasks is open', async () => {
  const { base, admin, aCompany, from } = await anOrganiser()
  const theirs = await openStream(base, (await aCompany()).cookie)
  const scheduled = { ...run, opensAt: from(hours(1)) }

  await admin('POST', '/api/task-batches', { tasks: [scheduled] })
  const wasToldEarly = theirs.topics().includes('tasks')
  await admin('POST', '/api/task-batches', { tasks: [scheduled, run] })

  await theirs.heard('tasks')
  expect(wasToldEarly).toBe(false)
})

test('the tasks can be downloaded in the columns that can be pasted back', async () => {
  const { admin, from } = await anOrganiser()
  await admin('POST', '/api/tasks', { ...run, title: '=Run, "fast"', opensAt: from(hours(1)) })

  const { text, headers } = await admin('GET', '/api/tasks.csv')

  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    'Title,Description,Points,Calories,Opens (UTC),Opens (America/Curacao),Closes (UTC),Closes (America/Curacao),YouTube URL,State',
    `"'=Run, ""fast""",Run five kilometres together,10,50,2026-06-01T13:00:00.000Z,2026-06-01 09:00:00,,,,scheduled`,
  ])
})
