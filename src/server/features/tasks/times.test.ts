import { expect, test } from 'vitest'
import { days, hours, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { startWorld } from '#server/testing.ts'
import { announceTaskTimesJob } from './service.ts'

const run = { title: 'Morning run', description: 'Run five kilometres together', pointsReward: 25 }

async function aChallenge() {
  const { root: admin, acme: company, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const from = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString()
  const statesOf = async (call: typeof admin | typeof company) =>
    (await call('GET', '/api/tasks')).body.map(({ state }: { state: string }) => state)
  const leftToWin = async () =>
    (await company('GET', `/api/companies/${company.companyId}/analytics`)).body.today.openTasks as number
  return { ...server, admin, company, from, statesOf, leftToWin }
}

test('a task is hidden from companies until it opens, open until it closes, and closed after some minutes of grace', async () => {
  const { clock, admin, company, from, statesOf, leftToWin } = await aChallenge()
  const times = { opensAt: from(hours(1)), closesAt: from(hours(2)) }
  const { body: task } = await admin('POST', '/api/tasks', { ...run, ...times })
  expect(task).toMatchObject({ ...times, state: 'scheduled', date: times.opensAt })

  const seen: unknown[] = []
  for (const step of [0, hours(1) - 1, 1, hours(1) - 1, 1, minutes(15) - 1, 1]) {
    clock.advance(step)
    seen.push([await statesOf(company), await statesOf(admin), await leftToWin()])
  }

  expect(seen).toEqual([
    [[], ['scheduled'], 0],
    [[], ['scheduled'], 0],
    [['open'], ['open'], 1],
    [['open'], ['open'], 1],
    [['grace'], ['grace'], 0],
    [['grace'], ['grace'], 0],
    [['closed'], ['closed'], 0],
  ])
})

test('numbers for companies do not count a task that opens later today', async () => {
  const { admin, from } = await aChallenge()
  await admin('POST', '/api/tasks', run)
  await admin('POST', '/api/tasks', { ...run, title: 'Secret run', opensAt: from(hours(1)) })

  const { body } = await admin('GET', '/api/analytics/overview')

  expect(body.tasks.map(({ title }: { title: string }) => title)).toEqual(['Morning run'])
})

test('a task without times is open at once and stays so', async () => {
  const { clock, admin, company, statesOf } = await aChallenge()
  const { body } = await admin('POST', '/api/tasks', run)
  clock.advance(days(6))

  expect(body).toMatchObject({ opensAt: null, closesAt: null, state: 'open', date: body.createdAt })
  expect(await statesOf(company)).toEqual(['open'])
})

test.each([
  [
    'closes when it opens',
    { opensAt: hours(2), closesAt: hours(2) },
    'The closing time must be after the opening time',
  ],
  ['closes before now', { closesAt: 0 }, 'The closing time must be in the future'],
])(
  'a new task that %s is refused beside its field',
  async (_what, { opensAt, closesAt }: { opensAt?: number; closesAt: number }, message) => {
    const { admin, from } = await aChallenge()

    const reply = await admin('POST', '/api/tasks', {
      ...run,
      ...(opensAt === undefined ? {} : { opensAt: from(opensAt) }),
      closesAt: from(closesAt),
    })

    expect(reply).toMatchObject({ status: 400, body: { message, fields: { closesAt: message } } })
  },
)

test.each(['tomorrow', '2026-06-01', '2026-06-01T10:00', '1999-06-01T10:00:00Z', 7, ''])(
  'the moment %j is refused',
  async (opensAt) => {
    const { admin } = await aChallenge()

    const reply = await admin('POST', '/api/tasks', { ...run, opensAt })

    expect(reply).toMatchObject({ status: 400, body: { fields: { opensAt: expect.any(String) } } })
  },
)

test('one time alone is judged together with the one that stays', async () => {
  const { admin, from } = await aChallenge()
  const { body: task } = await admin('POST', '/api/tasks', { ...run, closesAt: from(hours(1)) })

  const reply = await admin('PATCH', `/api/tasks/${task.id}`, { opensAt: from(hours(2)) })

  expect(reply).toMatchObject({
    status: 400,
    body: { fields: { closesAt: 'The closing time must be after the opening time' } },
  })
})

test('a closing time that companies had seen leaves a note when it changes; before the opening nobody had seen it', async () => {
  const { clock, admin, company, from } = await aChallenge()
  const times = { opensAt: from(hours(1)), closesAt: from(hours(5)) }
  const { body: task } = await admin('POST', '/api/tasks', { ...run, ...times })
  const edit = (changes: unknown) => admin('PATCH', `/api/tasks/${task.id}`, changes)

  const unseen = await edit({ closesAt: from(hours(6)) })
  clock.advance(hours(2))
  const other = await edit({ title: 'Evening run' })
  const changedAt = clock.now().toISOString()
  await edit({ closesAt: from(hours(1)) })
  const [seen] = (await company('GET', '/api/tasks')).body

  expect(unseen.body).toMatchObject({ closingChangedAt: null, previousClosesAt: null })
  expect(other.body).toMatchObject({ closingChangedAt: null, title: 'Evening run' })
  expect(seen).toMatchObject({ closingChangedAt: changedAt, previousClosesAt: unseen.body.closesAt })
})

test('a task is listed under the day on which it opens, and keeps the day when it opened already', async () => {
  const { clock, admin, from } = await aChallenge()
  const { body: task } = await admin('POST', '/api/tasks', run)
  const edit = async (changes: unknown) => (await admin('PATCH', `/api/tasks/${task.id}`, changes)).body.date
  const tomorrow = from(days(1))

  expect(await edit({ opensAt: tomorrow })).toBe(tomorrow)
  expect(await edit({ opensAt: null }), 'opened now').toBe(clock.now().toISOString())
})

test('open screens are told when a task opens and closes, also when no process was there in that moment', async () => {
  const { platform, clock, base, admin, company, from, beforeClosing } = await aChallenge()
  const theirs = await openStream(base, company.cookie)
  await admin('POST', '/api/tasks', { ...run, opensAt: from(hours(1)), closesAt: from(hours(2)) })
  clock.advance(hours(3))
  expect(theirs.topics(), 'nobody was told of a task that is hidden').not.toContain('tasks')

  const later = startJobs(platform, [announceTaskTimesJob], { pollEveryMs: 20 })
  beforeClosing(() => later.stop())

  await theirs.heard('tasks')
})

test('a task that opens in months is announced then, not before', async () => {
  const { platform, clock, base, db, admin, aCompany, from, beforeClosing } = await aChallenge()
  await admin('POST', '/api/tasks', { ...run, opensAt: from(days(45)) })
  const worker = startJobs(platform, [announceTaskTimesJob], { pollEveryMs: 20 })
  beforeClosing(() => worker.stop())
  clock.advance(days(30))
  await eventually(async () => {
    const [job] = await db.select().from(jobs)
    return job !== undefined && job.runAt > clock.now()
  }, 'the job to be put off again')
  clock.advance(days(15) - 1)
  const theirs = await openStream(base, (await aCompany('later')).cookie)
  expect(theirs.topics()).not.toContain('tasks')

  clock.advance(1)

  await theirs.heard('tasks')
})
