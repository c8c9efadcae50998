import { expect, test } from 'vitest'
import type { AnalyticsOverview } from '#contract/analytics/endpoints.ts'
import { dayOf } from '#contract/analytics/period.ts'
import { days, hours } from '#server/platform/clock.ts'
import type { Company } from '#server/testing/data/world.ts'
import { recompute } from '#server/testing/database/recompute-analytics.ts'
import { startWorld } from '#server/testing.ts'
import { someTasks, waitingProofs } from '../proofs/testing.ts'
import { verifyCompanyDays } from './days/days.ts'

/** Seven companies, and proofs before and after midnight of Curaçao (04:00 UTC) on three days in a row. */
async function startWeek() {
  const { root, ...server } = await startWorld({ root: 'admin' })
  const companies = new Map<string, Company>()
  for (const name of ['acme', 'bolt', 'core', 'dune', 'echo', 'fern', 'gale'])
    companies.set(name, await server.aCompany(name, { teamSize: 1 }))
  const id = (name: string) => companies.get(name)?.companyId ?? ''
  const taskIds = await someTasks(server, 6)
  const proofs: Record<string, string[]> = {}
  server.clock.advance(hours(15.5))
  for (const part of [0, 2, 4]) {
    for (const [n, [name, { companyId }]] of [...companies].entries()) {
      if (n === 6) continue
      const ids = await waitingProofs(server, companyId, taskIds.slice(part, part + 1 + (n % 2)))
      proofs[name] = [...(proofs[name] ?? []), ...ids]
    }
    server.clock.advance(hours(1))
    await waitingProofs(server, id('gale'), taskIds.slice(part, part + 1))
    server.clock.advance(hours(23))
  }
  const as = (name: string) => companies.get(name) ?? root
  const review = (proof: string | undefined, status: string) => root('PATCH', `/api/proofs/${proof}/review`, { status })
  const overview = async (query = ''): Promise<AnalyticsOverview> => {
    const { status, body, text } = await root('GET', `/api/analytics/overview${query}`)
    if (status !== 200) throw new Error(text)
    return body
  }
  return { ...server, root, as, id, taskIds, proofs, review, overview }
}

type Week = Awaited<ReturnType<typeof startWeek>>

/** Approvals and rejections, and then everything that takes a number back. */
async function decideEverything({ root, id, proofs, review, clock }: Week) {
  for (const [n, ids] of Object.values(proofs).entries()) {
    for (const [m, proof] of ids.entries())
      if ((n + m) % 4 < 3) await review(proof, (n + m) % 4 === 2 ? 'rejected' : 'approved')
  }
  clock.advance(hours(1))
  await root('POST', `/api/proofs/${proofs.acme?.[0]}/reopening`, { note: 'Looked again' })
  await root('POST', `/api/proofs/${proofs.bolt?.[0]}/reopening`, { note: 'Looked again' })
  await review(proofs.bolt?.[0], 'rejected')
  await root('POST', `/api/companies/${id('core')}/points`, { points: 40, calories: 7, reason: 'For the parade' })
  await root('POST', `/api/companies/${id('core')}/points`, { points: -2, reason: 'Counted twice' })
}

test('the proofs of each task are counted by their present state', async () => {
  const week = await startWeek()
  const { root, taskIds, proofs, review, as } = week
  const counts = async () => (await root('GET', '/api/tasks/proof-counts')).body
  const pending = async () => (await counts()).map(({ pending }: { pending: number }) => pending)
  const before = await pending()
  expect((await counts()).map(({ taskId }: { taskId: string }) => taskId).toSorted()).toEqual(taskIds.toSorted())
  await review(proofs.acme?.[0], 'approved')
  await review(proofs.bolt?.[0], 'rejected')

  const first = (await counts()).find(({ taskId }: { taskId: string }) => taskId === taskIds[0])
  expect(first).toMatchObject({ approved: 1, rejected: 1 })
  const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)
  expect(sum(await pending())).toBe(sum(before) - 2)
  expect((await as('acme')('GET', '/api/tasks/proof-counts')).status).toBe(403)
})

async function expectRecomputed({ db, overview, clock }: Week, from: string, to: string) {
  const shown = await overview(`?from=${from}&to=${to}`)
  const { totals, days, companies, tasks } = await recompute(db, {
    from,
    to,
    today: dayOf(clock.now(), 'America/Curacao'),
  })
  const { pending, approved, rejected, ...rest } = totals
  expect(shown.totals).toEqual({
    ...rest,
    participationRate: Number(rest.activeCompanies) / Number(rest.companies),
    proofs: { pending, approved, rejected },
  })
  expect(shown.days).toEqual(days)
  const byId = (rows: { id?: unknown }[]) => rows.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))
  expect(byId(shown.companies)).toEqual(
    byId(companies).map(
      ({
        pending,
        approved,
        rejected,
        early: _,
        late: __,
        devices: ___,
        accounts: ____,
        ...row
      }: Record<string, unknown>) => ({
        ...row,
        proofs: { pending, approved, rejected },
      }),
    ),
  )
  for (const { id, pending, approved, rejected } of tasks) {
    const task = shown.tasks.find((one) => one.id === id)
    expect(task?.proofs ?? { pending: 0, approved: 0, rejected: 0 }).toEqual({ pending, approved, rejected })
  }
  return shown
}

test('every number is what the ledger and the tables say, for every period', async () => {
  const week = await startWeek()
  await decideEverything(week)

  for (const [from, to] of [
    ['2026-06-01', '2026-06-05'],
    ['2026-06-02', '2026-06-02'],
    ['2026-06-01', '2026-06-03'],
    ['2026-05-20', '2026-06-30'],
    ['2027-01-01', '2027-01-02'],
  ] as const)
    await expectRecomputed(week, from, to)
  expect(await verifyCompanyDays(week)).toEqual([])
})

test('points of the day that is not over change no momentum: of no company, and in no file', async () => {
  const week = await startWeek()
  await decideEverything(week)
  week.clock.advance(days(1))
  const momentumOf = async (query = '') => {
    const { companies } = await week.overview(query)
    return Object.fromEntries(companies.map(({ name, momentum }) => [name, momentum]))
  }
  const own = async () =>
    (await week.as('echo')('GET', `/api/companies/${week.id('echo')}/analytics`)).body.totals.momentum
  const before = { all: await momentumOf(), open: await momentumOf('?from=2026-06-01&to=2026-06-30'), own: await own() }

  for (const name of ['acme', 'bolt', 'core', 'echo'])
    await week.root('POST', `/api/companies/${week.id(name)}/points`, { points: 500, reason: 'For the parade' })

  expect(before.own).not.toBeNull()
  expect({
    all: await momentumOf(),
    open: await momentumOf('?from=2026-06-01&to=2026-06-30'),
    own: await own(),
  }).toEqual(before)
  expect((await week.overview()).days.at(-1)).toMatchObject({ date: '2026-06-06', points: 2_000 })
})

test('a hidden company is in no number, a disabled one keeps what it earned, as on the leaderboard', async () => {
  const week = await startWeek()
  await decideEverything(week)
  const before = await expectRecomputed(week, '2026-06-01', '2026-06-05')

  await week.root('PATCH', `/api/admin/companies/${week.id('core')}`, { hidden: true })
  await week.root('PATCH', `/api/admin/companies/${week.id('dune')}`, { disabled: true })

  const shown = await expectRecomputed(week, '2026-06-01', '2026-06-05')
  expect([before.totals.companies, shown.totals.companies]).toEqual([7, 6])
  expect(shown.companies.map(({ name }) => name)).not.toContain('core Ltd')
  expect(shown.companies.map(({ name }) => name)).toContain('dune Ltd')
  const { totals } = (await week.root('GET', '/api/leaderboard/summary')).body
  const whole = await week.overview()
  expect([whole.totals.points, whole.totals.calories]).toEqual([totals.points, totals.caloriesBurned])
})

test('without a period it is the whole challenge: from the first day with anything until today', async () => {
  const { overview } = await startWeek()

  const { days, totals } = await overview()

  expect([days[0]?.date, days.at(-1)?.date, days.length]).toEqual(['2026-06-01', '2026-06-04', 4])
  expect(totals).toMatchObject({ companies: 7, activeCompanies: 0, participationRate: 0, proofs: { approved: 0 } })
  expect(await overview('?from=2026-06-04')).toMatchObject({ days: [{ date: '2026-06-04' }] })
  expect((await overview('?to=2026-06-02')).days.map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02'])
  expect((await overview('?from=2026-07-01')).days.map(({ date }) => date)).toEqual(['2026-07-01'])
})

test('an empty challenge has a day and no numbers', async () => {
  const { root } = await startWorld({ root: 'admin' })

  const { reviews, ...numbers } = (await root('GET', '/api/analytics/overview')).body
  expect(reviews).toMatchObject({ waiting: { proofs: 0 }, decided: { proofs: 0 }, reversals: 0 })
  expect(numbers).toEqual({
    totals: {
      companies: 0,
      activeCompanies: 0,
      participationRate: 0,
      points: 0,
      calories: 0,
      proofs: { pending: 0, approved: 0, rejected: 0 },
    },
    days: [{ date: '2026-06-01', points: 0, calories: 0, proofs: 0, activeCompanies: 0 }],
    tasks: [],
    companies: [],
    events: [],
  })
  const { text } = await root('GET', '/api/analytics/companies.csv')
  expect(text.trim().split('\r\n')).toHaveLength(1)
})

test('a period that ends before it begins, is no date or has no end is refused in a sentence', async () => {
  const { root } = await startWorld({ root: 'admin' })
  const refused = async (query: string) => {
    const { status, body } = await root('GET', `/api/analytics/overview?${query}`)
    return [status, body.code, body.message]
  }

  const reversed = 'The period ends before it begins'
  expect(await refused('from=2026-06-02&to=2026-06-01')).toEqual([400, 'invalid-input', reversed])
  // The year 0 is one for JavaScript and none for PostgreSQL.
  for (const query of [
    'from=2026-02-30',
    'to=yesterday',
    'from=2026-6-1',
    'from=0000-01-01&to=0000-01-02',
    'to=0000-06-01',
  ])
    expect(await refused(query)).toEqual([400, 'invalid-input', 'Must be a date such as 2026-06-01'])
  for (const query of ['from=0001-01-01&to=9999-12-31', 'from=2020-01-01'])
    expect(await refused(query)).toEqual([400, 'invalid-input', 'A period has at most 366 days'])
})

test('the first and the last days of the calendar are periods like any other', async () => {
  const { root } = await startWorld({ root: 'admin' })

  for (const query of [
    'to=0001-01-01',
    'from=0001-01-01&to=0001-12-31',
    'from=9999-12-31',
    'from=9999-01-01&to=9999-12-31',
  ])
    expect([query, (await root('GET', `/api/analytics/overview?${query}`)).status]).toEqual([query, 200])
})

test('the CSV file has every company with the same numbers, and no formula', async () => {
  const week = await startWeek()
  await decideEverything(week)
  await week.as('echo')('PATCH', `/api/companies/${week.id('echo')}`, { name: '=1+1 Ltd' })

  const { headers, text } = await week.root('GET', '/api/analytics/companies.csv?from=2026-06-01&to=2026-06-05')

  expect(headers.get('content-disposition')).toBe('attachment; filename="companies-2026-06-01-to-2026-06-05.csv"')
  const [heading, ...lines] = text.replace('\ufeff', '').trim().split('\r\n')
  expect(heading).toBe(
    'Company Name,Team Size,Points,Calories,Pending proofs,Approved proofs,Rejected proofs,Active days,Completion,Consistency,Momentum,People reached',
  )
  const { companies } = await week.overview('?from=2026-06-01&to=2026-06-05')
  expect(lines).toHaveLength(companies.length)
  const [first] = companies
  expect(lines[0]).toMatch(
    new RegExp(
      `^${first?.name},1,${first?.points},${first?.calories},${first?.proofs.pending},${first?.proofs.approved},`,
    ),
  )
  expect(text).toContain(`"'=1+1 Ltd"`)
})
