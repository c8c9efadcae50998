import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { days, hours } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { countTeamSizes, countTeamSizesJob } from './counting.ts'

/** A company of 400 people with one approved proof, worth a point, at eight in the morning of the event. */
async function startWithPoints() {
  const server = await startServer()
  const [admin, acme] = [await server.anAdmin(), await server.aCompany('acme', { teamSize: 400 })]
  const [first = '', second = ''] = await waitingProofs(server, acme.companyId, await someTasks(server, 2))
  const approve = (id: string) => admin('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
  await approve(first)
  const ask = (teamSize: number) => acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize })
  const open = async () => (await acme('GET', `/api/companies/${acme.companyId}/team-size-changes`)).body[0]
  const decide = (id: string, status: string) => admin('PATCH', `/api/team-size-changes/${id}`, { status })
  const counts = async () => (await acme('GET', `/api/companies/${acme.companyId}`)).body.teamSize
  const perPerson = async () =>
    (await acme('GET', '/api/leaderboard?board=per-person')).body.find(
      ({ id }: { id: string }) => id === acme.companyId,
    )
  const nextDay = async () => {
    server.clock.advance(days(1))
    await countTeamSizes(server.platform)
  }
  const titles = async () => (await server.mails()).map(({ subject, toAddress }) => [toAddress, subject])
  return { ...server, admin, acme, second, approve, ask, open, decide, counts, perPerson, nextDay, titles }
}

test('a team size that is changed to one and back moves nothing on the board per person', async () => {
  const { ask, approve, second, counts, perPerson, open } = await startWithPoints()

  expect((await ask(1)).body).toMatchObject({ teamSize: 400 })
  await approve(second)
  await ask(400)

  expect(await counts()).toBe(400)
  expect(await perPerson()).toMatchObject({ people: 400, value: (1 + 2) / 400 })
  expect(await open()).toBeUndefined()
})

test('until the first proof is handed in a team size is corrected at once', async () => {
  const { aCompany } = await startServer()
  const zorg = await aCompany('zorg', { teamSize: 1 })

  for (const teamSize of [40, 7]) {
    const reply = await zorg('PATCH', `/api/companies/${zorg.companyId}`, { teamSize })
    expect(reply).toMatchObject({ status: 200, body: { teamSize } })
  }
  expect((await zorg('GET', `/api/companies/${zorg.companyId}/team-size-changes`)).body).toEqual([])
})

test('a change within a third counts from the beginning of the next day, in the time zone of the event', async () => {
  const { platform, clock, ask, open, counts, titles, acme } = await startWithPoints()
  const worker = startJobs(platform, [countTeamSizesJob], { pollEveryMs: 20 })

  await ask(300)

  // Curaçao is four hours behind Greenwich.
  const countsFrom = '2026-06-02T04:00:00.000Z'
  expect(clock.now().toISOString().slice(0, 10)).toBe('2026-06-01')
  expect(await open()).toMatchObject({ status: 'approved', teamSize: 400, size: 300, countsFrom })
  expect([await counts(), await titles()]).toEqual([400, []])
  clock.advance(new Date(countsFrom).getTime() - clock.now().getTime() - 1)
  await countTeamSizes(platform)
  expect(await counts()).toBe(400)
  clock.advance(1)
  worker.wake()
  await eventually(async () => (await counts()) === 300, 'the new team size')
  await worker.stop()
  expect((await acme('GET', `/api/companies/${acme.companyId}/team-sizes`)).body[0]).toMatchObject({
    ...{ size: 300, since: countsFrom, byAdministrator: false },
  })
  expect(await open()).toBeUndefined()
})

test('a change of tomorrow can be changed again and taken back, and the same again is no other change', async () => {
  const { ask, open, counts, nextDay } = await startWithPoints()
  await ask(380)
  const asked = await open()
  await ask(380)
  expect(await open()).toEqual(asked)
  await ask(390)
  expect(await open()).toMatchObject({ status: 'approved', size: 390 })

  await ask(400)

  expect(await open()).toBeUndefined()
  await nextDay()
  expect(await counts()).toBe(400)
})

test('a second change within a week waits for an organiser, a later one does not', async () => {
  const { clock, ask, open, counts, nextDay } = await startWithPoints()
  await ask(380)
  await nextDay()
  // In two steps: a session ends after a week without a request.
  clock.advance(days(4))
  await counts()
  clock.advance(days(3) - 1)
  await ask(390)
  expect(await open()).toMatchObject({ status: 'waiting', size: 390, countsFrom: null })

  clock.advance(1)
  await ask(391)

  expect(await open()).toMatchObject({ status: 'approved', size: 391 })
})

test('a change beyond a third waits; organisers read it in an email and in a list, and say yes with one press', async () => {
  const { admin, acme, aCompany, db, ask, open, decide, counts, nextDay, titles } = await startWithPoints()
  await ask(266)
  const waiting = await open()
  expect(waiting).toMatchObject({ status: 'waiting', companyName: 'acme Ltd', teamSize: 400, size: 266 })
  expect((await admin('GET', '/api/team-size-changes')).body).toEqual([waiting])
  await nextDay()
  expect(await counts()).toBe(400)

  for (const _ of ['once', 'again'])
    expect(await decide(waiting.id, 'approved')).toMatchObject({ status: 200, body: { status: 'approved' } })

  expect(await titles()).toEqual([
    ['root@week.test', 'The team size of acme Ltd waits for you'],
    ['office@acme.test', 'Your team size was approved'],
  ])
  const entries = (await db.select().from(auditEntries)).filter(({ action }) => action === 'approved the team size of')
  expect(entries).toMatchObject([{ subject: 'acme Ltd', before: { teamSize: 400 }, after: { teamSize: 266 } }])
  expect([await counts(), (await admin('GET', '/api/team-size-changes')).body]).toEqual([400, []])
  await nextDay()
  expect(await counts()).toBe(266)
  expect(await decide(waiting.id, 'approved')).toMatchObject({ status: 200, body: { status: 'counted' } })
  const other = await aCompany('other')
  for (const reply of [
    await acme('PATCH', `/api/team-size-changes/${waiting.id}`, { status: 'approved' }),
    await acme('GET', '/api/team-size-changes'),
    await other('GET', `/api/companies/${acme.companyId}/team-size-changes`),
  ])
    expect([403, 404]).toContain(reply.status)
})

test('an organiser says no, and the opposite afterwards is refused with who was first', async () => {
  const { ask, open, decide, counts, nextDay, mails } = await startWithPoints()
  await ask(5)
  const { id } = await open()

  for (const _ of ['once', 'again']) expect(await decide(id, 'rejected')).toMatchObject({ status: 200 })

  expect(await decide(id, 'approved')).toMatchObject({
    status: 409,
    body: {
      code: 'team-size-change-decided',
      message: 'root@week.test has rejected this change of team size already.',
    },
  })
  await nextDay()
  expect(await counts()).toBe(400)
  const answer = (await mails()).find(({ template }) => template === 'team-size-decided')
  expect(answer?.text).toContain('400 people still count for your company.')
})

test('what the company took back or replaced can no longer be decided, and organisers get one email a day about it', async () => {
  const { clock, ask, open, decide, titles } = await startWithPoints()
  await ask(5)
  const { id } = await open()
  await ask(6)
  await ask(400)
  await ask(7)

  expect(await decide(id, 'approved')).toMatchObject({ status: 409, body: { message: expect.stringMatching(/again/) } })
  expect(await titles()).toHaveLength(1)
  clock.advance(days(1) + hours(1))
  await ask(8)
  expect(await titles()).toHaveLength(2)
})

test('a size that an organiser sets counts at once, and ends what waits', async () => {
  const { admin, acme, ask, open } = await startWithPoints()
  await ask(5)

  const reply = await admin('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 390 })

  expect(reply.body).toMatchObject({ teamSize: 390 })
  expect(await open()).toBeUndefined()
})

test('a profile that is saved with the team size as it is leaves a waiting change alone only if it names that one', async () => {
  const { acme, ask, open } = await startWithPoints()
  await ask(5)

  await acme('PATCH', `/api/companies/${acme.companyId}`, { dailyGoal: 300, teamSize: 5 })
  await acme('PATCH', `/api/companies/${acme.companyId}`, { dailyGoal: 310 })

  expect(await open()).toMatchObject({ size: 5, status: 'waiting' })
})
