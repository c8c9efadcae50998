import type { AnalyticsOverview, CompanyAnalytics, TaskAnalytics } from '#contract/analytics/endpoints.ts'
import { overviewCompanies } from '#contract/analytics/endpoints.ts'
import { reach, streak, taskSuccess } from '#contract/analytics/formulas.ts'
import { countDays, listDays, type Period } from '#contract/analytics/period.ts'
import { isTooSmall } from '#contract/analytics/suppression.ts'
import * as companies from '#server/features/companies/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { companiesFile } from './companies-file.ts'
import { verifyCompanyDays } from './days/days.ts'
import { type DaysInMemory, type DaysOfCompanies, readDays } from './days-in-memory/days-in-memory.ts'
import { findRanks } from './days-in-memory/ranks.ts'
import { type CompanySums, sumByCompany, sumByDay } from './days-in-memory/sums.ts'
import { listEventAnalytics } from './events.ts'
import { countProofs, nothing, toCompany, toField, toFigures } from './figures.ts'
import { countGuestDevices } from './people-reached/contributors-store.ts'
import { choosePeriod, findToday, type RequestedPeriod } from './periods.ts'
import { readTogether } from './read-together.ts'
import { readReviewService } from './reviews/reviews.ts'
import * as store from './store.ts'

export { findToday, readTogether }

/** The days of the challenge so far, from the first active day until today. */
export const challengePeriod = (platform: Platform): Promise<Period> => choosePeriod(platform.db, platform, {})

/** The parts of the platform that reading numbers needs. */
export type Reading = Pick<Platform, 'db' | 'clock' | 'config'>

/** Reads the overview in the caller's transaction. */
export async function readOverview(platform: Reading, requested: RequestedPeriod): Promise<AnalyticsOverview> {
  return gatherOverview(platform, await readDays(platform.db), requested)
}

/** Counts the proofs of all companies, also of hidden ones: an organiser sees what each task received. */
export const listTaskProofs = ({ db }: Pick<Reading, 'db'>) => store.listTaskProofs(db)

export function overview(
  platform: Reading,
  days: DaysInMemory,
  requested: RequestedPeriod,
): Promise<AnalyticsOverview> {
  return days.readTogether((db, companies) => gatherOverview({ ...platform, db }, companies, requested))
}

/** Exports every number of every company, independent of the overview's selection. */
export async function exportCompanies(
  platform: Platform,
  days: DaysInMemory,
  actor: Actor,
  requested: RequestedPeriod,
) {
  const { db, clock, log, config } = platform
  const { timeZone } = config
  const { period, rows } = await days.readTogether(async (db, daysOfCompanies) => {
    const period = await choosePeriod(db, platform, requested)
    const openTasks = await store.countOpenTasks(db, { period, timeZone, clock })
    const sums = sumByCompany(daysOfCompanies, period, findToday(platform))
    const found = await store.listCompanies(db, period)
    const devices = await countGuestDevices(db, { period, timeZone }, 'all')
    const dayCount = countDays(period)
    const rows = found
      .map((row) => toCompany(row, sums.get(row.id), { dayCount, openTasks, devices }))
      // The sort is stable, so companies with equal points stay sorted by name.
      .sort((one, other) => other.points - one.points)
    return { period, rows }
  })
  log.info({ event: 'export', what: 'analytics', user: actor.userId }, 'export')
  await db.transaction((tx) =>
    logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the analytics of companies' }),
  )
  return companiesFile(rows, period, timeZone)
}

/** Hides other companies: their ids answer `not-found`. */
export async function ofCompany(
  platform: Platform,
  days: DaysInMemory,
  viewer: Viewer,
  id: string,
  requested: RequestedPeriod,
): Promise<CompanyAnalytics> {
  const { dailyGoal, teamSize } = await companies.read(platform, viewer, id)
  const today = findToday(platform)
  const { period, ...numbers } = await readTogether(platform, async (db) => {
    const period = await choosePeriod(db, platform, requested)
    const [doneToday] = await store.listDaysOf(db, id, { from: today, to: today })
    const left = await store.findLeftToWin(db, id, platform.clock)
    return {
      period,
      ...(await readFigures(db, platform, { id, teamSize }, period)),
      today: { date: today, points: doneToday?.points ?? 0, dailyGoal, openTasks: left.tasks, pointsLeft: left.points },
    }
  })
  // Ranks are read after the other numbers, from the same or a later moment.
  return { ...numbers, ranks: findRanks(await days.read(), id, period, today) }
}

/** Reads a company's numbers in a period, and the medians of the others. The caller checks the permission. */
export async function readFigures(
  db: Db,
  platform: Pick<Platform, 'config' | 'clock'>,
  { id, teamSize }: { id: string; teamSize: number },
  period: Period,
): Promise<Omit<CompanyAnalytics, 'today' | 'ranks'>> {
  const { config, clock } = platform
  const days = fillDays(period, await store.listDaysOf(db, id, period))
  const { timeZone } = config
  const openTasks = await store.countOpenTasks(db, { period, timeZone, clock })
  const devices = (await countGuestDevices(db, { period, timeZone }, [id])).get(id)
  const medians = await store.findMedians(db, id, period)
  const sums = (await store.findSumsOf(db, id, period, findToday(platform))) ?? nothing
  return {
    totals: {
      ...toFigures(sums, sums, { dayCount: countDays(period), openTasks, teamSize, devices }),
      streak: streak(days.map(({ approved }) => approved > 0)),
    },
    days: days.map(({ date, points, calories, ...counts }) => ({
      date,
      points,
      calories,
      proofs: countProofs(counts),
      approved: counts.approved,
    })),
    field: medians && !isTooSmall(medians.companies) ? toField(medians, period, openTasks) : null,
  }
}

/** Reads the medians of all listed companies; undefined if they are too few. */
export async function readMedians(db: Db, period: Period): Promise<store.FieldMedians | undefined> {
  const medians = await store.findMedians(db, undefined, period)
  return medians && !isTooSmall(medians.companies) ? medians : undefined
}

/** Fills in missing dates of a period, in the same way as every reply. */
export const fillPeriod = (platform: Platform, requested: RequestedPeriod): Promise<Period> =>
  choosePeriod(platform.db, platform, requested)

export const verifyDays = verifyCompanyDays

async function gatherOverview(
  platform: Reading,
  daysOfCompanies: DaysOfCompanies,
  requested: RequestedPeriod,
): Promise<AnalyticsOverview> {
  const { db, clock, config } = platform
  const period = await choosePeriod(db, platform, requested)
  const zoned = { period, timeZone: config.timeZone, clock }
  const proofs = splitCounts(await store.countProofs(db, zoned))
  const tasks = await store.listTasks(db, zoned, [...proofs.byTask.keys()])
  const openTasks = tasks.filter(({ wasOpen }) => wasOpen).length
  const sums = sumByCompany(daysOfCompanies, period, findToday(platform))
  const all = await store.countCompanies(db)
  const active = [...sums.values()].filter(({ activeDays }) => activeDays > 0).length
  const companyRows = await store.listFirstCompanies(db, period, chooseFirst(sums, overviewCompanies))
  const devices = await countGuestDevices(db, zoned, idsOf(companyRows))
  const byDay = sumByDay(daysOfCompanies, period)
  const dayCount = countDays(period)
  return {
    totals: {
      companies: all,
      activeCompanies: active,
      participationRate: reach(active, all),
      points: sumOf(byDay, 'points'),
      calories: sumOf(byDay, 'calories'),
      proofs: addCounts([...proofs.byDay.values()]),
    },
    days: byDay.map(({ date, points, calories, activeCompanies }) => {
      const counts = proofs.byDay.get(date)
      return { date, points, calories, proofs: counts ? countProofs(counts) : 0, activeCompanies }
    }),
    tasks: tasks.map((task) => toTask(task, proofs.byTask.get(task.id) ?? noProofs, all)),
    companies: companyRows.map((row) => toCompany(row, sums.get(row.id), { dayCount, openTasks, devices })),
    events: await listEventAnalytics(db, platform, requested.from || requested.to ? period : undefined),
    reviews: await readReviewService(db, platform, period),
  }
}

/**
 * Chooses companies that may be among the first `limit` by points. Companies without sums are needed only if the last
 * of these has no points.
 */
function chooseFirst(sums: ReadonlyMap<string, CompanySums>, limit: number) {
  const earned = [...sums].map(([id, { points }]) => ({ id, points })).sort((one, other) => other.points - one.points)
  const least = earned[limit - 1]?.points ?? 0
  const withOthers = least <= 0
  return { earned: withOthers ? earned : earned.filter(({ points }) => points >= least), limit, withOthers }
}

type ProofCounts = store.ProofCounts

const noProofs: ProofCounts = { pending: 0, approved: 0, rejected: 0 }
const quiet = { points: 0, calories: 0, ...noProofs }

const addCounts = (counts: ProofCounts[]): ProofCounts => ({
  pending: sumOf(counts, 'pending'),
  approved: sumOf(counts, 'approved'),
  rejected: sumOf(counts, 'rejected'),
})

function splitCounts(rows: store.ProofsOf[]) {
  const [byTask, byDay] = [new Map<string, ProofCounts>(), new Map<string, ProofCounts>()]
  for (const { taskId, date, ...counts } of rows) {
    if (taskId) byTask.set(taskId, counts)
    if (date) byDay.set(date, counts)
  }
  return { byTask, byDay }
}

function sumOf<Name extends string>(rows: Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Returns every day of the period, including days without activity. */
function fillDays<Row extends { date: string }>(period: Period, rows: Row[]): (typeof quiet & Row)[] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return listDays(period).map((date) => ({ ...quiet, ...byDate.get(date), date }) as typeof quiet & Row)
}

function toTask({ wasOpen: _, ...task }: store.TaskRow, counts: ProofCounts, all: number): TaskAnalytics {
  return {
    ...task,
    proofs: { pending: counts.pending, approved: counts.approved, rejected: counts.rejected },
    success: taskSuccess(counts.approved, counts.rejected),
    // Each company has at most a single approved proof per task.
    reach: reach(counts.approved, all),
  }
}

const idsOf = (rows: store.CompanyRow[]) => rows.map(({ id }) => id)
