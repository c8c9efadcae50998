import type {
  AnalyticsOverview,
  CompanyAnalytics,
  CompanyAnalyticsRow,
  CompanyFigures,
  TaskAnalytics,
} from '#contract/analytics/endpoints.ts'
import { overviewCompanies } from '#contract/analytics/endpoints.ts'
import {
  completion,
  consistency,
  daysInThird,
  momentum,
  peopleReached,
  reach,
  shareOf,
  streak,
  taskSuccess,
} from '#contract/analytics/formulas.ts'
import { countDays, dayOf, listDays, type Period } from '#contract/analytics/period.ts'
import { isTooSmall } from '#contract/analytics/suppression.ts'
import * as companies from '#server/features/companies/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { companiesFile } from './companies-file.ts'
import { verifyCompanyDays } from './days/days.ts'
import { listEventAnalytics } from './events.ts'
import { countGuestDevices } from './people-reached/contributors-store.ts'
import { type AskedPeriod, choosePeriod } from './periods.ts'
import { findRanks, type PointsByDay } from './ranks/ranks.ts'
import { readReviewService } from './reviews/reviews.ts'
import * as store from './store.ts'

/** Of one moment: what is approved meanwhile is in all numbers of a reply or in none. */
export const readTogether = <T>({ db }: Pick<Platform, 'db'>, work: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(work, { isolationLevel: 'repeatable read', accessMode: 'read only' })

/** The days of the challenge so far: from the first on which something happened until today. */
export const challengePeriod = (platform: Platform): Promise<Period> => choosePeriod(platform.db, platform, {})

/** What reading numbers takes. */
export type Reading = Pick<Platform, 'db' | 'clock' | 'config'>

export function overview(platform: Reading, asked: AskedPeriod): Promise<AnalyticsOverview> {
  const { timeZone } = platform.config
  return readTogether(platform, async (db) => {
    const period = await choosePeriod(db, platform, asked)
    const byDay = await store.listDays(db, period)
    const tasks = await store.listTasks(db, { period, timeZone, clock: platform.clock })
    const rows = await store.listFirstCompanies(db, period, overviewCompanies)
    const devices = await countGuestDevices(db, { period, timeZone }, idsOf(rows))
    const events = await listEventAnalytics(db, platform, asked.from || asked.to ? period : undefined)
    const { companies: all = 0, active = 0 } = rows[0] ?? {}
    const openTasks = tasks.filter(({ wasOpen }) => wasOpen).length
    return {
      totals: {
        companies: all,
        activeCompanies: active,
        participationRate: reach(active, all),
        points: sumOf(byDay, 'points'),
        calories: sumOf(byDay, 'calories'),
        proofs: proofCounts({
          pending: sumOf(byDay, 'pending'),
          approved: sumOf(byDay, 'approved'),
          rejected: sumOf(byDay, 'rejected'),
        }),
      },
      days: fillDays(period, byDay).map(({ date, points, calories, activeCompanies, ...counts }) => ({
        date,
        points,
        calories,
        proofs: countProofs(counts),
        activeCompanies,
      })),
      tasks: tasks.map((task) => toTask(task, all)),
      companies: rows.map((row) => toCompany(row, { period, openTasks, devices: devices.get(row.id) })),
      events,
      reviews: await readReviewService(db, platform, period),
    }
  })
}

/** Every number of every company, whatever the overview shows of them. */
export async function exportCompanies(platform: Platform, actor: Actor, asked: AskedPeriod) {
  const { db, clock, log, config } = platform
  const { period, rows } = await readTogether(platform, async (db) => {
    const period = await choosePeriod(db, platform, asked)
    const openTasks = await store.countOpenTasks(db, { period, timeZone: config.timeZone, clock })
    const found = await store.listCompanies(db, period)
    const devices = await countGuestDevices(db, { period, timeZone: config.timeZone }, idsOf(found))
    return { period, rows: found.map((row) => toCompany(row, { period, openTasks, devices: devices.get(row.id) })) }
  })
  log.info({ event: 'export', what: 'analytics', user: actor.userId }, 'export')
  await db.transaction((tx) =>
    logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the analytics of companies' }),
  )
  return companiesFile(rows, period, config.timeZone)
}

/** Another company's numbers do not exist for this viewer. */
export async function ofCompany(
  platform: Platform,
  pointsByDay: PointsByDay,
  viewer: Viewer,
  id: string,
  asked: AskedPeriod,
): Promise<CompanyAnalytics> {
  const { clock, config } = platform
  const { dailyGoal, teamSize } = await companies.read(platform, viewer, id)
  const today = dayOf(clock.now(), config.timeZone)
  const { period, ...numbers } = await readTogether(platform, async (db) => {
    const period = await choosePeriod(db, platform, asked)
    const [doneToday] = await store.listDaysOf(db, id, { from: today, to: today })
    const left = await store.findLeftToWin(db, id, clock)
    return {
      period,
      ...(await readFigures(db, platform, { id, teamSize }, period)),
      today: { date: today, points: doneToday?.points ?? 0, dailyGoal, openTasks: left.tasks, pointsLeft: left.points },
    }
  })
  // Of their own moment, at or after that of the other numbers.
  return { ...numbers, ranks: findRanks(await pointsByDay.read(), id, period, today) }
}

/** A company's numbers in a period beside the medians of the others, for whoever may see them. */
export async function readFigures(
  db: Db,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { id, teamSize }: { id: string; teamSize: number },
  period: Period,
): Promise<Omit<CompanyAnalytics, 'today' | 'ranks'>> {
  const days = fillDays(period, await store.listDaysOf(db, id, period))
  const { timeZone } = config
  const openTasks = await store.countOpenTasks(db, { period, timeZone, clock })
  const devices = (await countGuestDevices(db, { period, timeZone }, [id])).get(id)
  const medians = await store.findMedians(db, id, period)
  return {
    totals: {
      ...toFigures((await store.findSumsOf(db, id, period)) ?? nothing, { period, openTasks, teamSize, devices }),
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

/** The middle of all companies that take part; undefined while they are too few for one. */
export async function readMedians(db: Db, period: Period): Promise<store.FieldMedians | undefined> {
  const medians = await store.findMedians(db, undefined, period)
  return medians && !isTooSmall(medians.companies) ? medians : undefined
}

/** What was not asked for is filled in, as for every reply. */
export const fillPeriod = (platform: Platform, asked: AskedPeriod): Promise<Period> =>
  choosePeriod(platform.db, platform, asked)

export const verifyDays = verifyCompanyDays

type ProofCounts = { pending: number; approved: number; rejected: number }
const proofCounts = ({ pending, approved, rejected }: ProofCounts) => ({ pending, approved, rejected })
const countProofs = ({ pending, approved, rejected }: ProofCounts) => pending + approved + rejected

const quiet = { points: 0, calories: 0, pending: 0, approved: 0, rejected: 0, activeCompanies: 0 }
const nothing: store.CompanySums = { ...quiet, activeDays: 0, firstThird: 0, lastThird: 0 }

function sumOf<Name extends string>(rows: Record<Name, number>[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0)
}

/** Every day of the period, those on which nothing happened too. */
function fillDays<Row extends { date: string }>(period: Period, rows: Row[]): (typeof quiet & Row)[] {
  const byDate = new Map(rows.map((row) => [row.date, row]))
  return listDays(period).map((date) => ({ ...quiet, ...byDate.get(date), date }) as typeof quiet & Row)
}

function toTask({ wasOpen: _, pending, approved, rejected, ...task }: store.TaskRow, all: number): TaskAnalytics {
  return {
    ...task,
    proofs: { pending, approved, rejected },
    success: taskSuccess(approved, rejected),
    // A company has one approved proof for a task at most.
    reach: reach(approved, all),
  }
}

const idsOf = (rows: store.CompanyRow[]) => rows.map(({ id }) => id)

type About = {
  period: Period
  openTasks: number
  /** Of colleagues with a team link; undefined: none. */
  devices?: number
}

function toFigures(
  sums: store.CompanySums,
  { period, openTasks, devices = 0, teamSize }: About & { teamSize: number },
): CompanyFigures {
  const days = countDays(period)
  const accounts = countProofs(sums) > 0 ? 1 : 0
  const { points, calories, activeDays, firstThird, lastThird } = sums
  return {
    points,
    calories,
    proofs: proofCounts(sums),
    activeDays,
    completion: completion(sums.approved, openTasks),
    consistency: consistency(activeDays, days) ?? 0,
    momentum: daysInThird(days) === 0 ? null : momentum(firstThird, lastThird),
    peopleReached: peopleReached(devices + accounts, teamSize),
  }
}

function toCompany(row: store.CompanyRow, about: About): CompanyAnalyticsRow {
  const { id, name, teamSize } = row
  return { id, name, teamSize, ...toFigures(row, { ...about, teamSize }) }
}

function toField(medians: store.FieldMedians, period: Period, openTasks: number) {
  const { approved, ...shown } = medians
  return {
    ...shown,
    completion: completion(approved, openTasks),
    consistency: shareOf(medians.activeDays, countDays(period)) ?? 0,
  }
}
