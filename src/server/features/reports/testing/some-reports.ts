import { writeChallengeHeadline } from '#contract/analytics/headline.ts'
import { addDays } from '#contract/analytics/period.ts'
import { groupDays } from '#contract/reports/day-groups.ts'
import { writeCompanyFinding } from '#contract/reports/finding.ts'
import type { ChallengeReport, CompanyReport } from '#contract/reports/numbers.ts'

const first = '2026-06-01'

const daysOf = (count: number, most: number) =>
  Array.from({ length: count }, (_, nth) => {
    const participation = most === 0 ? 0 : (nth * 7 + 3) % most
    return {
      date: addDays(first, nth),
      participation,
      proofs: participation + (nth % 3),
      points: participation * 45,
      calories: participation * 310,
    }
  })

const titles = [
  'Morning run',
  'Ten thousand steps',
  'Stairs instead of the lift',
  'Swim at Mambo Beach',
  'Stretch break',
]

type Sizes = {
  days?: number
  tasks?: number
  name?: string
  isEmpty?: boolean
  hasField?: boolean
  /** Makes the report on the last day of its period. */
  isUnfinished?: boolean
}

/** A company's report with the numbers of a typical week. */
export function aCompanyReport(sizes: Sizes = {}): CompanyReport {
  const {
    days: count = 7,
    tasks = 8,
    name = 'Salt Works',
    isEmpty = false,
    hasField = true,
    isUnfinished = false,
  } = sizes
  const days = daysOf(count, isEmpty ? 0 : 6)
  const sum = (key: 'points' | 'calories' | 'participation') => days.reduce((total, day) => total + day[key], 0)
  const activeDays = days.filter(({ participation }) => participation > 0).length
  const field = hasField ? { companies: 23, points: sum('points') * 0.8 } : null
  const unfinishedDay = isUnfinished ? addDays(first, count - 1) : null
  return {
    kind: 'company',
    title: name,
    from: first,
    to: addDays(first, count - 1),
    timeZone: 'America/Curacao',
    madeAt: '2026-06-08T14:05:00.000Z',
    finding: writeCompanyFinding({
      name,
      points: sum('points'),
      approved: sum('participation'),
      activeDays,
      days,
      unfinishedDay,
      field,
    }),
    headline: [
      { number: 'points', value: sum('points'), median: field && sum('points') * 0.8 },
      { number: 'calories', value: sum('calories'), median: field && sum('calories') * 1.1 },
      { number: 'activeDays', value: activeDays, median: field && 4.5 },
      { number: 'completion', value: isEmpty ? 0 : 0.62, median: field && 0.5 },
      { number: 'consistency', value: activeDays / count, median: field && 0.64 },
    ],
    medianOf: field?.companies ?? 0,
    days,
    unfinishedDay,
    dayGroups: groupDays(days),
    suppressed: field ? [] : ['The medians of the other companies are not shown: fewer than 5 of them take part.'],
    ledger: { companies: 1, entries: sum('participation'), differences: 0 },
    teamSize: 12,
    peopleReached: 0.25,
    place: isEmpty
      ? { rank: null, ranked: 0, points: 0, division: null }
      : {
          rank: 3,
          ranked: 24,
          points: sum('points'),
          division: { name: 'Small', people: '1–49 people', rank: 2, ranked: 15 },
        },
    tasks: Array.from({ length: tasks }, (_, nth) => ({
      title: `${titles[nth % titles.length]} ${nth + 1}`,
      status: isEmpty ? ('none' as const) : ((['approved', 'pending', 'rejected', 'none'] as const)[nth % 4] ?? 'none'),
      pointsReward: 10 + nth,
      points: nth % 4 === 0 && !isEmpty ? 10 + nth : 0,
      calories: nth % 4 === 0 && !isEmpty ? 300 : 0,
    })),
  }
}

/** A challenge report of 200 companies, with this number of days and tasks. */
export function aChallengeReport({
  days: count = 7,
  tasks = 12,
  isEmpty = false,
  hasField = true,
  isUnfinished = false,
}: Sizes = {}): ChallengeReport {
  const companies = isEmpty ? 0 : 200
  const days = daysOf(count, isEmpty ? 0 : 160)
  const points = days.reduce((total, day) => total + day.points, 0)
  const activeCompanies = isEmpty ? 0 : 160
  return {
    ...aCompanyReport({ days: count, isEmpty, hasField, isUnfinished }),
    kind: 'challenge',
    title: 'Curacao International Sports Week',
    finding: writeChallengeHeadline({
      companies,
      activeCompanies,
      points,
      days,
      today: addDays(first, isUnfinished ? count - 1 : count),
    }),
    headline: [
      { number: 'reach', value: isEmpty ? 0 : 0.8, median: null },
      { number: 'points', value: points, median: hasField ? 410 : null },
      { number: 'calories', value: points * 7, median: hasField ? 2_870.5 : null },
      { number: 'approvedProofs', value: 1_234, median: hasField ? 6 : null },
      { number: 'activeDays', value: count, median: hasField ? 4 : null },
    ],
    days,
    dayGroups: groupDays(days),
    companies,
    activeCompanies,
    leaders: Array.from({ length: isEmpty ? 0 : 10 }, (_, nth) => ({
      rank: nth + 1,
      name: `Company ${nth + 1} of the island`,
      points: 4_000 - nth * 120,
      calories: 28_000 - nth * 900,
    })),
    tasks: Array.from({ length: tasks }, (_, nth) => ({
      title: `${titles[nth % titles.length]} ${nth + 1}`,
      pointsReward: 10 + nth,
      pending: nth,
      approved: 140 - nth,
      rejected: nth * 2,
      success: nth === 0 ? null : 0.9,
      reach: 0.7,
    })),
  }
}
