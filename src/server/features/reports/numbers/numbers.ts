import type { AnalyticsOverview, CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { writeChallengeHeadline } from '#contract/analytics/headline.ts'
import type { Period } from '#contract/analytics/period.ts'
import { isTooSmall, smallestGroup } from '#contract/analytics/suppression.ts'
import { branding } from '#contract/branding/branding.ts'
import { peopleOf } from '#contract/leaderboard/divisions.ts'
import { groupDays } from '#contract/reports/day-groups.ts'
import { writeCompanyFinding } from '#contract/reports/finding.ts'
import type {
  ChallengeReport,
  CompanyReport,
  HeadlineNumber,
  Place,
  ReportDay,
  ReportNumbers,
} from '#contract/reports/numbers.ts'
import * as analytics from '#server/features/analytics/service.ts'
import { findOfficialPlace } from '#server/features/companies/service.ts'
import * as leaderboard from '#server/features/leaderboard/service.ts'
import * as proofs from '#server/features/proofs/service.ts'
import type { Db } from '#server/platform/database/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import * as store from './numbers-store.ts'

/** The number of companies that the challenge report names. */
const leaderCount = 10

type ReportScope = { companyId: string | null; period: Period }

/** Reads every number of a report from a single snapshot. */
export function gatherNumbers(platform: analytics.Reading, { companyId, period }: ReportScope): Promise<ReportNumbers> {
  return analytics.readTogether<ReportNumbers>(platform, async (db) => {
    const inSnapshot = { ...platform, db }
    await store.allowMoreMemory(db)
    return companyId ? gatherCompany(inSnapshot, companyId, period) : gatherChallenge(inSnapshot, period)
  })
}

async function gatherCompany(platform: analytics.Reading, companyId: string, period: Period): Promise<CompanyReport> {
  const { db, clock, config } = platform
  const { timeZone } = config
  const company = await store.findCompany(db, companyId)
  if (!company) throw new Error('the company of a report is gone')
  const {
    totals,
    days: companyDays,
    field,
  } = await analytics.readFigures(db, platform, { id: companyId, teamSize: company.teamSize }, period)
  const days = companyDays.map(({ approved, ...day }) => ({ ...day, participation: approved }))
  const { points, activeDays } = totals
  const unfinishedDay = findUnfinishedDay(platform, period)
  return {
    kind: 'company',
    title: company.name,
    ...period,
    timeZone,
    madeAt: clock.now().toISOString(),
    finding: writeCompanyFinding({
      name: company.name,
      points,
      approved: totals.proofs.approved,
      activeDays,
      days,
      unfinishedDay,
      field,
    }),
    headline: compareWithField(totals, field),
    medianOf: field?.companies ?? 0,
    days,
    unfinishedDay,
    dayGroups: groupDays(days),
    suppressed: [...(field ? [] : [tooFewOthers]), ...(isTooSmall(company.teamSize) ? [tooSmallTeam] : [])],
    ledger: await verifyLedger(platform, companyId),
    teamSize: company.teamSize,
    peopleReached: totals.peopleReached,
    place: await findPlace(db, companyId),
    tasks: await store.listTasksOf(db, companyId, { period, timeZone, clock }),
  }
}

async function gatherChallenge(platform: analytics.Reading, period: Period): Promise<ChallengeReport> {
  const { db, clock, config } = platform
  const { totals, days: allDays, tasks } = await analytics.readOverview(platform, period)
  const days = allDays.map(({ activeCompanies, ...day }) => ({ ...day, participation: activeCompanies }))
  const medians = await analytics.readMedians(db, period)
  const { companies, activeCompanies, points } = totals
  return {
    kind: 'challenge',
    title: branding.eventName,
    ...period,
    timeZone: config.timeZone,
    madeAt: clock.now().toISOString(),
    finding: writeChallengeHeadline({ companies, activeCompanies, points, days, today: analytics.findToday(platform) }),
    headline: compareWithMedians(totals, days, medians),
    medianOf: medians?.companies ?? 0,
    days,
    unfinishedDay: findUnfinishedDay(platform, period),
    dayGroups: groupDays(days),
    suppressed: medians ? [] : [tooFewCompanies],
    ledger: await verifyLedger(platform, undefined),
    companies,
    activeCompanies,
    leaders: await store.listLeaders(db, leaderCount),
    tasks: tasks.map(({ title, pointsReward, proofs: counts, success, reach }) => ({
      title,
      pointsReward,
      ...counts,
      success,
      reach,
    })),
  }
}

const tooFewOthers = `The medians of the other companies are not shown: fewer than ${smallestGroup} of them take part, and the median would reveal single companies.`
const tooFewCompanies = `The medians of the companies are not shown: fewer than ${smallestGroup} take part, and the median would reveal single companies.`

const tooSmallTeam = `How many of the team were reached is not shown: with fewer than ${smallestGroup} people, it could identify them.`

const comparedNumbers = ['points', 'calories', 'activeDays', 'completion', 'consistency'] as const

function compareWithField(totals: CompanyAnalytics['totals'], field: CompanyAnalytics['field']): HeadlineNumber[] {
  return comparedNumbers.map((number) => ({ number, value: totals[number], median: field?.[number] ?? null }))
}

type Medians = Awaited<ReturnType<typeof analytics.readMedians>>

function compareWithMedians(
  { participationRate, points, calories, proofs: { approved } }: AnalyticsOverview['totals'],
  days: ReportDay[],
  medians: Medians,
): HeadlineNumber[] {
  const activeDays = days.filter(({ participation }) => participation > 0).length
  return [
    { number: 'reach', value: participationRate, median: null },
    { number: 'points', value: points, median: medians?.points ?? null },
    { number: 'calories', value: calories, median: medians?.calories ?? null },
    { number: 'approvedProofs', value: approved, median: medians?.approved ?? null },
    { number: 'activeDays', value: activeDays, median: medians?.activeDays ?? null },
  ]
}

function findUnfinishedDay(platform: analytics.Reading, { from, to }: Period): string | null {
  const today = analytics.findToday(platform)
  return today >= from && today <= to ? today : null
}

/** Finds the company's place on the official leaderboard and in its division by size. */
async function findPlace(db: Db, companyId: string): Promise<Place> {
  const { rank, ranked, points } = await findOfficialPlace(db, companyId)
  const official = { rank, ranked, points }
  const inDivision = await leaderboard.findPlaceInDivision(db, companyId)
  if (!inDivision) return { ...official, division: null }
  const { division, ...place } = inDivision
  const { name } = division
  return { ...official, division: { name, people: peopleOf(division), rank: place.rank, ranked: place.ranked } }
}

/**
 * Runs the checks of `npm run verify` for this report. A challenge report compares sums instead of single proofs, for
 * speed.
 */
async function verifyLedger(
  platform: Pick<Platform, 'db'>,
  companyId: string | undefined,
): Promise<ReportNumbers['ledger']> {
  const { companies, differences } = await proofs.verifyLedger(platform, companyId, {
    quickly: companyId === undefined,
  })
  const wrongDays = await analytics.verifyDays(platform, companyId)
  const entries = await store.countEntries(platform.db, companyId)
  const perPerson = await leaderboard.verifyPerPerson(platform, companyId)
  return { companies, entries, differences: differences.length + wrongDays.length + perPerson.length }
}
