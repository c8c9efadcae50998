import type { Page } from '@playwright/test'
import type { AnalyticsOverview, CompanyAnalytics } from '../../src/contract/analytics/endpoints.ts'

const overviewCalls = /\/api\/analytics\/overview(\?|$)/
const companyCalls = /\/api\/companies\/[^/]+\/analytics(\?|$)/

const idOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

const points = [100, 140, 90, 0, 210, 260, 180]
const hour = 3_600_000
const reviews: AnalyticsOverview['reviews'] = {
  waiting: { proofs: 6, median: 2.4 * hour, p90: 11.5 * hour, oldest: 14 * hour },
  decided: {
    ...{ proofs: 32, median: 2.5 * hour, p90: 20 * hour },
    times: [9, 11, 6, 4, 2, 0].map((proofs, index) => ({ underHours: [1, 4, 12, 24, 48][index] ?? null, proofs })),
  },
  firstTries: { proofs: 30, approvedShare: 0.8 },
  rejections: [
    { reason: 'The activity is not visible', proofs: 4 },
    { reason: 'Not enough different photos or videos', proofs: 3 },
    { reason: 'Other', proofs: 1 },
  ],
  reversals: 2,
}
const noReviews: AnalyticsOverview['reviews'] = {
  waiting: { proofs: 0, median: null, p90: null, oldest: null },
  decided: {
    proofs: 0,
    median: null,
    p90: null,
    times: reviews.decided.times.map((group) => ({ ...group, proofs: 0 })),
  },
  firstTries: { proofs: 0, approvedShare: null },
  rejections: [],
  reversals: 0,
}

const tasks = [
  ['Sunrise walk along the harbour', 11, 1, 0],
  ['Stairs instead of the lift', 9, 3, 2],
  ['Swim two hundred metres together before breakfast', 4, 4, 1],
  ['Bike to work', 0, 0, 3],
] as const

function aCompany(n: number): AnalyticsOverview['companies'][number] {
  const earned = Math.max(0, 400 - n * 3)
  return {
    id: idOf(n),
    name: `Runners ${n}`,
    teamSize: 4 + (n % 30),
    points: earned,
    calories: earned * 9,
    proofs: { pending: n % 3, approved: 5, rejected: n % 2 },
    activeDays: 4,
    completion: 0.5,
    consistency: 4 / 7,
    momentum: n % 4 === 0 ? null : 0.25,
    peopleReached: n % 30 === 0 ? null : 0.4,
  }
}

/** A week of fourteen companies, of which twelve took part. */
export const aWeek: AnalyticsOverview = {
  totals: {
    companies: 14,
    activeCompanies: 12,
    participationRate: 12 / 14,
    points: sum(points),
    calories: sum(points) * 9,
    proofs: { pending: 6, approved: 24, rejected: 8 },
  },
  days: points.map((each, index) => ({
    date: `2026-06-0${index + 1}`,
    points: each,
    calories: each * 9,
    proofs: Math.round(each / 20),
    activeCompanies: Math.round(each / 22),
  })),
  tasks: tasks.map(([title, approved, rejected, pending], index) => ({
    ...{ id: idOf(index), title, isOpen: true, pointsReward: 20, caloriesBurned: 180 },
    proofs: { approved, rejected, pending },
    success: approved + rejected > 0 ? approved / (approved + rejected) : null,
    reach: approved / 14,
  })),
  companies: Array.from({ length: 14 }, (_, n) => aCompany(n + 1)),
  events: [
    {
      ...{ id: idOf(1), title: 'Beach run', eventDate: '2026-06-06T11:00:00.000Z' },
      ...{ registered: 120, approved: 96, checkedIn: 81, noShows: 15, approvedShare: 0.8, attendance: 81 / 96 },
      arrivals: [4, 18, 31, 22, 0, 6].flatMap((count, index) =>
        count ? [{ at: new Date(Date.UTC(2026, 5, 6, 10, 30 + index * 15)).toISOString(), count }] : [],
      ),
    },
    {
      ...{ id: idOf(2), title: 'Yoga for early birds', eventDate: '2026-06-07T10:00:00.000Z' },
      ...{ registered: 4, approved: null, checkedIn: null, noShows: null, approvedShare: null, attendance: null },
      arrivals: [],
    },
  ],
  reviews,
}

const none = { pending: 0, approved: 0, rejected: 0 }

/** Before anyone signed up. */
export const anEmptyChallenge: AnalyticsOverview = {
  totals: { companies: 0, activeCompanies: 0, participationRate: 0, points: 0, calories: 0, proofs: none },
  days: [{ date: '2026-06-01', points: 0, calories: 0, proofs: 0, activeCompanies: 0 }],
  ...{ tasks: [], companies: [], events: [], reviews: noReviews },
}

export const aDay: AnalyticsOverview = {
  ...aWeek,
  totals: { ...aWeek.totals, activeCompanies: 5, participationRate: 5 / 14, points: 100, calories: 900 },
  days: aWeek.days.slice(0, 1),
  events: [],
  reviews: noReviews,
}

/** More than the overview has room for. */
export const aCrowd: AnalyticsOverview = {
  ...aWeek,
  totals: { ...aWeek.totals, companies: 700 },
  companies: Array.from({ length: 120 }, (_, n) => aCompany(n + 1)),
}

export const aCompanyWeek: CompanyAnalytics = {
  totals: {
    ...{ points: 340, calories: 3_060, proofs: { pending: 1, approved: 9, rejected: 1 }, activeDays: 5 },
    ...{ completion: 0.75, consistency: 5 / 7, momentum: 0.4, peopleReached: 0.35, streak: 3 },
  },
  days: [60, 40, 0, 0, 120, 90, 30].map((each, index) => ({
    ...{ date: `2026-06-0${index + 1}`, points: each, calories: each * 9 },
    ...{ proofs: each > 0 ? 2 : 0, approved: each > 0 ? 1 : 0 },
  })),
  field: { companies: 13, points: 210.5, calories: 1_900, activeDays: 4, completion: 0.5, consistency: 4 / 7 },
  ranks: [null, 5, 6, 6, 3, 1, 2].map((rank, index) => ({
    ...{ date: `2026-06-0${index + 1}`, rank, points: rank === null ? 0 : 50 * index },
  })),
  today: { date: '2026-06-07', points: 30, dailyGoal: 100, openTasks: 3, pointsLeft: 75 },
}

/** Answers the page's question for the overview with this one, whatever the period. */
export const showOverview = (page: Page, overview: AnalyticsOverview) =>
  page.route(overviewCalls, (route) => route.fulfill({ json: overview }))

export const showCompanyNumbers = (page: Page, numbers: CompanyAnalytics) =>
  page.route(companyCalls, (route) => route.fulfill({ json: numbers }))
