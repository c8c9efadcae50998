import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { writeChallengeHeadline } from '#contract/analytics/headline.ts'
import { addDays } from '#contract/analytics/period.ts'
import { days, hours } from '#server/platform/clock.ts'
import { aChallenge, makeReport, patience, startMaking } from '#server/testing/data/reporting.ts'
import { recompute } from '#server/testing/database/recompute-analytics.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { waitingProofs } from '../proofs/testing.ts'
import { sweep } from './service.ts'
import { listTags, readPdf } from './testing/read-pdf.ts'

async function startWith(others: number) {
  const server = await startServer()
  startMaking(server)
  return { ...server, ...(await aChallenge(server, others)) }
}

async function readFile(base: string, cookie: string, id: string) {
  const reply = await fetch(`${base}/api/reports/${id}/file`, { headers: { cookie } })
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}

test('a company makes its report and downloads it as PDF, CSV and JSON', async () => {
  const { acme, approve, taskIds, base } = await startWith(6)
  await approve(acme.companyId, taskIds.slice(0, 4))

  const { id, report, numbers } = await makeReport(acme, { kind: 'company' })

  expect(report).toMatchObject({
    state: 'ready',
    progress: 100,
    kind: 'company',
    companyId: acme.companyId,
    companyName: 'acme Ltd',
    from: '2026-06-01',
    to: '2026-06-01',
    keptUntil: '2026-07-01T12:00:00.000Z',
  })
  const { reply, bytes } = await readFile(base, acme.cookie, id)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(reply.headers.get('content-disposition')).toBe(
    'attachment; filename="wellness-report-acme-ltd-2026-06-01-to-2026-06-01.pdf"',
  )
  expect(bytes.length).toBe(report.size)
  const { text, pages } = await readPdf(bytes)
  expect(text).toContain('acme Ltd earned 10 points on Monday 1 June')
  expect(pages.flatMap(({ tags }) => listTags(tags)).filter(({ role }) => role === 'H1')).toHaveLength(1)
  // Nobody else is named, and no person at all.
  expect(text + JSON.stringify(await numbers())).not.toMatch(/other\d|Lovelace/)
  const csv = await acme('GET', `/api/reports/${id}/file?as=csv`)
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(csv.text).toContain('Headline,,Points,10,')
  expect((await acme('GET', '/api/reports')).body).toMatchObject([{ id, state: 'ready' }])
})

test('every number is the one that plain SQL finds in the ledger and the proofs, also after reopening, adjusting and hiding', async () => {
  const { acme, approve, taskIds, root, companies, db, clock } = await startWith(7)
  await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 12 })
  await approve(acme.companyId, taskIds.slice(0, 3))
  clock.advance(days(1))
  await approve(acme.companyId, taskIds.slice(3, 5))
  clock.advance(days(1))
  const [pending, rejected] = await waitingProofs({ db, clock }, acme.companyId, taskIds.slice(5, 7))
  await root('PATCH', `/api/proofs/${rejected}/review`, { status: 'rejected', adminNotes: 'Two are the same' })
  await root('POST', `/api/companies/${acme.companyId}/points`, { points: 7, calories: 5, reason: 'For the parade' })
  await root('PATCH', `/api/admin/companies/${companies[6]?.companyId}`, { hidden: true })
  const [decided] = (await root('GET', '/api/proofs/decided')).body.filter(
    (proof: { status: string; companyId: string }) => proof.status === 'approved' && proof.companyId === acme.companyId,
  )
  await root('POST', `/api/proofs/${decided.id}/reopening`, { note: 'Looked again' })
  expect(pending).toBeDefined()
  const period = { from: '2026-06-01', to: '2026-06-03' }

  const challenge = await (await makeReport(root, { kind: 'challenge', ...period })).numbers()
  const company = await (await makeReport(root, { kind: 'company', companyId: acme.companyId, ...period })).numbers()

  const counted = await recompute(db, { ...period, today: '2026-06-03' })
  const { totals } = counted
  const headline = Object.fromEntries(
    challenge.headline.map(({ number, value }: { number: string; value: number }) => [number, value]),
  )
  expect(headline).toEqual({
    reach: Number(totals.activeCompanies) / Number(totals.companies),
    points: totals.points,
    calories: totals.calories,
    approvedProofs: totals.approved,
    activeDays: counted.days.filter(({ activeCompanies }) => Number(activeCompanies) > 0).length,
  })
  expect(challenge.days).toEqual(
    counted.days.map(({ activeCompanies, ...day }) => ({ ...day, participation: activeCompanies })),
  )
  const { rows: medians } = await db.execute(sql`
    select count(*)::int as companies, percentile_cont(0.5) within group (order by points) as points,
      percentile_cont(0.5) within group (order by calories) as calories
    from (select c.id, coalesce(sum(e.points), 0) as points, coalesce(sum(e.calories), 0) as calories
      from companies c left join point_entries e on e.company_id = c.id where c.hidden_at is null group by 1) sums`)
  const medianOf = (name: string) => challenge.headline.find((one: { number: string }) => one.number === name).median
  expect({ companies: challenge.medianOf, points: medianOf('points'), calories: medianOf('calories') }).toEqual(
    medians[0],
  )

  const own = counted.companies.find(({ id }) => id === acme.companyId)
  const { rows: ledger } = await db.execute(
    sql`select count(*)::int as entries from point_entries where company_id = ${acme.companyId}`,
  )
  expect(
    Object.fromEntries(company.headline.map((one: { number: string; value: number }) => [one.number, one.value])),
  ).toEqual({
    points: own?.points,
    calories: own?.calories,
    activeDays: own?.activeDays,
    completion: own?.completion,
    consistency: own?.consistency,
  })
  expect([company.peopleReached, own?.peopleReached]).toEqual([null, null])
  expect(company.ledger).toEqual({ companies: 1, differences: 0, entries: ledger[0]?.entries })
  expect(company.tasks.map(({ status }: { status: string }) => status).toSorted()).toEqual(
    [...Array(4).fill('approved'), 'pending', 'pending', 'rejected', 'none', 'none', 'none'].toSorted(),
  )
  expect(company.place).toMatchObject({ points: own?.points, ranked: 6, division: { name: 'Small', ranked: 6 } })
  expect(company.place.division.rank).toBe(company.place.rank)
  const { body: board } = await root('GET', '/api/leaderboard')
  expect(company.place.rank).toBe(board.find(({ id }: { id: string }) => id === acme.companyId).rank)
  expect(challenge.leaders.map(({ name, rank, points }: Record<string, unknown>) => ({ name, rank, points }))).toEqual(
    board
      .filter(({ rank }: { rank: number | null }) => rank !== null)
      .map(({ name, rank, points }: Record<string, unknown>) => ({ name, rank, points })),
  )
})

test('the report of the challenge opens with the sentence of the analytics page', async () => {
  const { acme, approve, taskIds, root, clock } = await startWith(4)
  clock.advance(days(1))
  await approve(acme.companyId, taskIds.slice(0, 4))
  clock.advance(days(2))
  const { numbers } = await makeReport(root, { kind: 'challenge', from: '2026-06-01', to: '2026-06-03' })

  const { totals, days: byDay } = (await root('GET', '/api/analytics/overview?from=2026-06-01&to=2026-06-03')).body
  const { finding } = await numbers()
  expect(finding).toBe(writeChallengeHeadline({ ...totals, days: byDay, today: '2026-06-04' }))
  expect(finding).toMatch(/ took part and earned .* points; /)
})

test('a task that has not opened yet is in no report, and in those that are made after it opened', async () => {
  const { acme, root, clock } = await startWith(0)
  const opensAt = new Date(clock.now().getTime() + hours(1)).toISOString()
  const task = { title: 'Secret run', description: 'Nobody knows of it yet', opensAt }
  expect((await root('POST', '/api/tasks', task)).status).toBe(201)
  const listTitles = async () => {
    const reports = [await makeReport(acme, { kind: 'company' }), await makeReport(root, { kind: 'challenge' })]
    const all = await Promise.all(reports.map(({ numbers }) => numbers()))
    return all.map(({ tasks }) => tasks.map(({ title }: { title: string }) => title))
  }

  for (const titles of await listTitles()) {
    expect(titles).toHaveLength(10)
    expect(titles).not.toContain('Secret run')
  }
  clock.advance(hours(1))
  for (const titles of await listTitles()) expect(titles).toContain('Secret run')
})

test('the PDF prints the numbers of the JSON file', async () => {
  const { acme, approve, taskIds, base, root } = await startWith(6)
  await approve(acme.companyId, taskIds)
  const { id, numbers } = await makeReport(root, { kind: 'company', companyId: acme.companyId })

  const { text } = await readPdf((await readFile(base, acme.cookie, id)).bytes)

  const { headline, days: byDay, tasks, place, finding } = await numbers()
  const printed = (value: number) => value.toLocaleString('en')
  expect(text).toContain(finding)
  for (const { number, value, median } of headline) {
    const isShare = ['completion', 'consistency'].includes(number)
    const format = (one: number) => (isShare ? `${Math.round(one * 100)}%` : printed(one))
    expect(text).toContain(format(value))
    expect(text).toContain(format(median))
  }
  for (const { points, calories } of byDay) expect(text).toContain(`${printed(points)} ${printed(calories)}`)
  for (const { title, points, calories } of tasks)
    expect(text).toContain(`${title} Approved ${printed(points)} ${printed(points)} ${printed(calories)}`)
  expect(text).toContain(`of ${place.division.ranked} companies with points, teams of 1–49 people`)
  expect(text).toContain(`On the official leaderboard of all sizes: rank ${place.rank} of ${place.ranked}.`)
})

test('a difference between ledger and totals is told, not hidden', async () => {
  const { acme, approve, taskIds, root, db } = await startWith(0)
  await approve(acme.companyId, taskIds.slice(0, 2))
  await db.execute(sql`update companies set total_points = total_points + 1 where id = ${acme.companyId}`)

  const challenge = await makeReport(root, { kind: 'challenge' })

  expect((await challenge.numbers()).ledger).toMatchObject({ companies: 1, entries: 2, differences: 1 })
})

test("a company makes and reads only its own, and never the challenge's", async () => {
  const { acme, companies, root, aUser } = await startWith(1)
  const [other] = companies
  const { id } = await makeReport(root, { kind: 'company', companyId: acme.companyId })
  const challenge = await makeReport(root, { kind: 'challenge' })
  const foreign = { status: 404, body: { code: 'not-found' } }

  expect(await other?.('POST', '/api/reports', { kind: 'company', companyId: acme.companyId })).toMatchObject(foreign)
  expect(await other?.('POST', '/api/reports', { kind: 'challenge' })).toMatchObject({ status: 403 })
  for (const path of [`/api/reports/${id}`, `/api/reports/${id}/file`, `/api/reports/${challenge.id}/file?as=json`])
    expect(await other?.('GET', path)).toMatchObject(foreign)
  expect(await other?.('POST', `/api/reports/${id}/retry`)).toMatchObject(foreign)
  expect((await other?.('GET', '/api/reports'))?.body).toEqual([])
  const newcomer = await aUser('newcomer')
  expect(await newcomer('POST', '/api/reports', { kind: 'company' })).toMatchObject(foreign)
  expect((await newcomer('GET', '/api/reports')).body).toEqual([])
  expect(await root('POST', '/api/reports', { kind: 'company' })).toMatchObject({
    status: 400,
    body: { fields: { companyId: 'Choose the company of the report' } },
  })
  // What an administrator made of a company is the company's too.
  expect((await acme('GET', '/api/reports')).body).toMatchObject([{ id }])
  // Administrators list the reports of one company; nobody else names another.
  expect((await root('GET', '/api/reports')).body).toHaveLength(2)
  expect((await root('GET', `/api/reports?companyId=${acme.companyId}`)).body).toMatchObject([{ id }])
  expect(await other?.('GET', `/api/reports?companyId=${acme.companyId}`)).toMatchObject(foreign)
})

test('a period that cannot be is refused, a repeated request makes one report, and too many are refused', async () => {
  const { acme, root, clock } = await startWith(0)
  const wrong = [
    { kind: 'company', from: '2026-06-02', to: '2026-06-01' },
    { kind: 'company', from: '2020-01-01', to: '2026-01-01' },
    { kind: 'company', from: '2026-02-30' },
    { kind: 'week' },
    { kind: 'challenge', companyId: acme.companyId },
  ]
  for (const body of wrong) expect(await root('POST', '/api/reports', body)).toMatchObject({ status: 400 })

  const headers = { 'idempotency-key': 'a-key-of-sixteen-letters' }
  const [one, same] = [
    await acme('POST', '/api/reports', { kind: 'company' }, { headers }),
    await acme('POST', '/api/reports', { kind: 'company' }, { headers }),
  ]
  expect([one.status, same.body]).toEqual([201, one.body])

  const ask = (n: number) =>
    acme('POST', '/api/reports', { kind: 'company', from: addDays('2026-05-31', -n), to: '2026-05-31' })
  for (let n = 1; n < 30; n++) expect((await ask(n)).status).toBe(201)
  const refused = await ask(30)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  clock.advance(days(1))
  expect((await acme('POST', '/api/reports', { kind: 'company' })).status).toBe(201)
}, 60_000)

test('a report is gone after thirty days, with its file', async () => {
  const { acme, platform, clock } = await startWith(0)
  const { id } = await makeReport(acme, { kind: 'company' })

  clock.advance(days(30) - 1_000)
  await sweep(platform)
  const call = await acme.enter()
  expect((await call('GET', `/api/reports/${id}/file`)).status).toBe(200)
  clock.advance(2_000)
  await sweep(platform)

  expect((await call('GET', `/api/reports/${id}`)).status).toBe(404)
  expect(await platform.files.sizeOf(`reports/${id}.pdf`)).toBeUndefined()
  await sweep(platform)
})

test('a report under way is swept once it is over, however old it is', async () => {
  const server = await startServer()
  const { acme } = await aChallenge(server, 0)
  const { body } = await acme('POST', '/api/reports', { kind: 'company' })
  server.clock.advance(days(31))
  const call = await acme.enter()
  const read = async () => (await call('GET', `/api/reports/${body.id}`)).body.state

  await sweep(server.platform)
  expect(await read()).toBe('working')
  startMaking(server)
  await eventually(async () => (await read()) === 'ready', 'the report', patience)
  await sweep(server.platform)

  expect(await call('GET', `/api/reports/${body.id}`)).toMatchObject({ status: 404 })
})
