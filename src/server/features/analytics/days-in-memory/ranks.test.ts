import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { days, hours, minutes } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/client.ts'
import { eventually } from '#server/testing/eventually.ts'
import { withoutTrigger } from '#server/testing/rules.ts'
import { startServer } from '#server/testing.ts'
import { keepDaysInTimeZone } from '../days/days.ts'

/** From the ledger: the rank among companies that are not hidden, ties by the day in the time zone of the event. */
async function recomputeRanks(db: Db, companyId: string, from: string, to: string) {
  const { rows } = await db.execute(sql`
    with ends as (select generate_series(${from}::date, ${to}::date, '1 day')::date as day),
    earned as (select e.*, (effective_at at time zone 'America/Curacao')::date as earned_on from point_entries e),
    daily as (select company_id, earned_on, sum(points) as points from earned group by 1, 2 having sum(points) <> 0),
    totals as (
      select ends.day, c.id, coalesce(sum(d.points), 0)::int as points, max(d.earned_on) as reached_on
      from ends cross join companies c left join daily d on d.company_id = c.id and d.earned_on <= ends.day
      where c.hidden_at is null group by 1, 2
    ),
    ranked as (select *, rank() over (partition by day order by points desc, reached_on)::int as rank from totals)
    select day::text as date, case when points > 0 then rank end as rank, points from ranked where id = ${companyId} order by day`)
  return rows
}

async function startRace() {
  const server = await startServer()
  const root = await server.anAdmin()
  const [acme, bolt, core] = [await server.aCompany(), await server.aCompany('bolt'), await server.aCompany('core')]
  const taskIds = await someTasks(server, 8)
  const approve = async (companyId: string, ...tasks: number[]) => {
    const ids = await waitingProofs(
      server,
      companyId,
      tasks.map((points) => taskIds[points - 1] ?? ''),
    )
    for (const id of ids) await root('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })
    return ids
  }
  const read = async (company: typeof acme, query = '') => {
    const { status, body, text } = await company('GET', `/api/companies/${company.companyId}/analytics${query}`)
    if (status !== 200) throw new Error(text)
    return body.ranks
  }
  return { ...server, root, companies: [acme, bolt, core] as const, approve, read }
}

type Race = Awaited<ReturnType<typeof startRace>>

/** On the second day acme and core reach the same total that bolt reached on the first; on the third core overtakes both. */
async function runThreeDays({ clock, companies: [acme, bolt, core], approve }: Race) {
  clock.advance(hours(15.5))
  await approve(acme.companyId, 5)
  clock.advance(minutes(20))
  const [proof] = await approve(bolt.companyId, 8)
  clock.advance(hours(23.5))
  await approve(acme.companyId, 3)
  await approve(core.companyId, 1, 2, 5)
  clock.advance(days(1))
  await approve(core.companyId, 6)
  return proof
}

/** What bolt earned is gone, and acme has more. */
async function correct({ clock, root, companies: [acme] }: Race, proof: string | undefined) {
  clock.advance(days(1))
  await root('POST', `/api/proofs/${proof}/reopening`, { note: 'Looked again' })
  await root('POST', `/api/companies/${acme.companyId}/points`, { points: 4, reason: 'For the parade' })
  clock.advance(hours(1))
}

async function expectRecomputed({ db, companies, read }: Race, from: string, to: string) {
  for (const company of companies) {
    const shown = await read(company, `?from=${from}&to=${to}`)
    expect(shown).toEqual(await recomputeRanks(db, company.companyId, from, to))
  }
}

test('the rank at the end of each day is what the ledger says, also after reopening and adjusting', async () => {
  const race = await startRace()
  const ranksOf = async (index: 0 | 1 | 2) =>
    (await race.read(race.companies[index])).map(({ rank }: { rank: number | null }) => rank)

  const proof = await runThreeDays(race)
  await expectRecomputed(race, '2026-06-01', '2026-06-03')
  expect([await ranksOf(0), await ranksOf(1), await ranksOf(2)]).toEqual([
    [2, 2, 3],
    [1, 1, 2],
    [null, 2, 1],
  ])

  await correct(race, proof)
  await expectRecomputed(race, '2026-06-01', '2026-06-05')
  await expectRecomputed(race, '2026-06-03', '2026-06-04')
  expect([await ranksOf(0), await ranksOf(1), await ranksOf(2)]).toEqual([
    [1, 1, 2, 2, 2],
    [null, null, null, null, null],
    [null, 1, 1, 1, 1],
  ])
  expect(JSON.stringify(await race.read(race.companies[2]))).not.toMatch(/acme|bolt/)
})

test('a hidden company has no rank, and the others move up', async () => {
  const race = await startRace()
  const [acme, bolt, core] = race.companies
  await race.approve(acme.companyId, 5)
  await race.approve(bolt.companyId, 4)
  await race.approve(core.companyId, 3)

  await race.root('PATCH', `/api/admin/companies/${acme.companyId}`, { hidden: true })

  expect(await race.read(acme)).toEqual([{ date: '2026-06-01', rank: null, points: 0 }])
  expect(await race.read(bolt)).toEqual([{ date: '2026-06-01', rank: 1, points: 4 }])
  expect(await race.read(core)).toEqual([{ date: '2026-06-01', rank: 2, points: 3 }])
})

test('the rank of today is that of the leaderboard where no two reached the same on one day', async () => {
  const race = await startRace()
  await correct(race, await runThreeDays(race))

  const board: { id: string; rank: number | null }[] = (await race.root('GET', '/api/leaderboard')).body

  for (const company of race.companies) {
    const today = (await race.read(company)).at(-1)
    expect(today.rank).toBe(board.find(({ id }) => id === company.companyId)?.rank)
  }
})

test('days that have not begun have no rank', async () => {
  const race = await startRace()
  const [acme] = race.companies

  expect(await race.read(acme, '?from=2026-06-01&to=2026-06-03')).toHaveLength(1)
  expect(await race.read(acme, '?from=2026-06-02&to=2026-06-03')).toEqual([])
})

test('what was read before is brought forward: by other processes, and by hiding a company and showing it again', async () => {
  const race = await startRace()
  const [acme, , core] = race.companies
  for (const [points, { companyId }] of race.companies.entries()) await race.approve(companyId, points + 3)
  const other = await startServer({ beside: race })
  const readThere = async () =>
    (await other.caller(acme.cookie)('GET', `/api/companies/${acme.companyId}/analytics`)).body.ranks
  expect(await readThere()).toEqual([{ date: '2026-06-01', rank: 3, points: 3 }])

  await race.approve(acme.companyId, 1)
  expect(await readThere()).toEqual([{ date: '2026-06-01', rank: 2, points: 4 }])
  const hide = (hidden: boolean) => race.root('PATCH', `/api/admin/companies/${core.companyId}`, { hidden })
  await hide(true)
  expect(await readThere()).toMatchObject([{ rank: 1 }])
  await hide(false)
  expect(await readThere()).toMatchObject([{ rank: 2 }])
})

test('days of another time zone are read anew', async () => {
  const race = await startRace()
  const [acme] = race.companies
  await race.approve(acme.companyId, 5)
  const { platform } = race
  const read = () => race.read(acme, '?from=2026-06-01&to=2026-06-01')
  expect(await read()).toMatchObject([{ points: 5 }])

  // There it is the second of June already.
  await keepDaysInTimeZone({ ...platform, config: { ...platform.config, timeZone: 'Pacific/Kiritimati' } })

  expect(await read()).toMatchObject([{ points: 0 }])
})

/** Until then a change that was read is read again, also because of a transaction in another test's database. */
const whenOlderTransactionsEnded = (db: Db) =>
  eventually(async () => {
    const { rows } = await db.execute(
      sql`select bool_and(changed_in < pg_snapshot_xmin(pg_current_snapshot())) as ended from leaderboard_changes`,
    )
    return rows[0]?.ended === true
  }, 'older transactions to end')

test('red control: without the note of which company changed, ranks stay what they were', async () => {
  const race = await startRace()
  const [acme] = race.companies
  await race.approve(acme.companyId, 5)
  await whenOlderTransactionsEnded(race.db)
  expect(await race.read(acme)).toMatchObject([{ points: 5 }])

  await withoutTrigger(race.db, 'companies', 'companies_leaderboard_changed', () => race.approve(acme.companyId, 1))

  expect(await race.read(acme)).toMatchObject([{ points: 5 }])
})
