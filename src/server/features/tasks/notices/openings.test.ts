import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/features/auth/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { atOnce, type Changed, meetBefore, startServerWith, withoutConflictClause } from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { mailOpenings } from './openings.ts'

async function planning(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const root = await server.anAdmin()
  const companies = [await server.aCompany(), await server.aCompany('zorg')] as const
  const { clock } = server
  const plan = async (title: string, times: { opensIn?: number; closesIn?: number } = {}) => {
    const at = (ms: number | undefined) =>
      ms === undefined ? null : new Date(clock.now().getTime() + ms).toISOString()
    const reply = await root('POST', '/api/tasks', {
      title,
      description: 'Run five kilometres together',
      opensAt: at(times.opensIn),
      closesAt: at(times.closesIn),
    })
    expect(reply.status).toBe(201)
    return reply.body.id as string
  }
  const sent = async () =>
    (await server.mails())
      .filter(({ template }) => template === 'task-opens')
      .map(({ toAddress, subject }) => `${toAddress}: ${subject}`)
      .toSorted()
  return { ...server, root, companies, plan, sent, look: () => mailOpenings(server.platform) }
}

test('every company is emailed once when a task opens, with its points and when it closes', async () => {
  const { plan, look, sent, clock, mails } = await planning()
  await plan('Morning run', { opensIn: hours(1), closesIn: hours(10) })

  await look()
  expect(await sent()).toEqual([])
  clock.advance(hours(1))
  await look()
  await look()
  clock.advance(hours(1))
  await look()

  expect(await sent()).toEqual([
    'office@acme.test: A task is open: “Morning run”',
    'office@zorg.test: A task is open: “Morning run”',
  ])
  const [mail] = await mails()
  expect(mail?.text).toContain('“Morning run”: 10 points, until Monday 1 June, 18:00')
  expect(mail?.letter.unsubscribe?.url).toMatch(/^http:\/\/week\.test\/login\?unsubscribe=[\w-]{43}&kind=task-opens$/)
})

test('tasks that open together come in one email, also those that are made without a time one after the other', async () => {
  const { plan, look, sent, clock } = await planning()
  await plan('Run')
  clock.advance(minutes(5))
  await plan('Swim')
  await look()
  expect(await sent()).toEqual([])
  clock.advance(minutes(10))
  await look()

  expect(await sent()).toEqual(['office@acme.test: 2 tasks are open', 'office@zorg.test: 2 tasks are open'])
})

test('what opens at night is told in the morning, unless it has closed by then', async () => {
  const { plan, look, sent, clock } = await planning()
  // 21:30, 06:00 and 06:30 on the clocks of the place.
  await plan('Night walk', { opensIn: hours(13.5), closesIn: hours(20) })
  await plan('Dawn run', { opensIn: hours(22), closesIn: hours(40) })

  clock.advance(hours(22.5))
  await look()
  expect(await sent()).toEqual([])
  clock.advance(hours(0.5))
  await look()

  expect(await sent()).toEqual([
    'office@acme.test: A task is open: “Dawn run”',
    'office@zorg.test: A task is open: “Dawn run”',
  ])
})

test('who is disabled or does not want it gets none; a task that is archived is not told', async () => {
  const { plan, look, sent, clock, db, companies, root, aCompany } = await planning()
  const [acme, zorg] = companies
  await aCompany('third')
  await acme('PATCH', '/api/auth/notifications', { choices: { 'task-opens': false } })
  await db.update(users).set({ disabledAt: clock.now() }).where(eq(users.id, zorg.userId))
  await plan('Run', { opensIn: hours(1) })
  const deleted = await plan('Swim', { opensIn: hours(1) })
  await root('DELETE', `/api/tasks/${deleted}`)

  clock.advance(hours(1))
  await look()

  expect(await sent()).toEqual(['office@third.test: A task is open: “Run”'])
})

test('what was cut off is finished by the next look, and nobody is told twice', async () => {
  const { plan, look, sent, clock, aCompany, platform } = await planning()
  await plan('Run', { opensIn: hours(1) })
  clock.advance(hours(1))
  const stopped = AbortSignal.abort()

  await mailOpenings(platform, '', stopped)
  expect(await sent()).toEqual([])
  await look()
  // A company that joins afterwards sees it by itself.
  await aCompany('late')
  await look()

  expect(await sent()).toHaveLength(2)
})

test('eight looks at once tell every company once', async () => {
  const { plan, look, sent, clock } = await planning()
  await plan('Run', { opensIn: hours(1) })
  clock.advance(hours(1))

  await atOnce(8, look)

  expect(await sent()).toHaveLength(2)
})

test('red control: without the row two looks at once tell every company twice', async () => {
  const insert = /^insert into "notifications"/
  const { plan, look, sent, clock, db } = await planning(withoutConflictClause(insert), meetBefore(insert, 2))
  await plan('Run', { opensIn: hours(1) })
  clock.advance(hours(1))

  const told = await withoutIndex(db, 'notifications_occasion', async () => {
    await atOnce(2, look)
    return sent()
  })

  expect(told).toHaveLength(4)
})
