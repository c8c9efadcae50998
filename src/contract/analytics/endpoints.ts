import { z } from 'zod'
import { amount, calendarDay, count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { countDays, longestPeriod } from './period.ts'

/** Between 0 and 1; null for a zero denominator or too few people. */
const share = z.number().min(0).max(1)

export const periodMessages = {
  reversed: 'The period ends before it begins',
  tooLong: `A period has at most ${longestPeriod} days`,
}

/** Days in the event's time zone, both included. The default is from the first day with activity until today. */
export const periodFields = { from: calendarDay.optional(), to: calendarDay.optional() }

type HasPeriod = z.ZodType<{ from?: string; to?: string }>

/** Checks that `from` is not after `to`, and that the period is not longer than `longestPeriod`. */
export const withValidPeriod = <Shape extends HasPeriod>(shape: Shape) =>
  shape
    .refine(({ from, to }) => !from || !to || from <= to, { message: periodMessages.reversed, path: ['to'] })
    .refine(({ from, to }) => !from || !to || countDays({ from, to }) <= longestPeriod, {
      message: periodMessages.tooLong,
      path: ['to'],
    })

const period = withValidPeriod(z.strictObject(periodFields))

const ProofCounts = z.object({ pending: count, approved: count, rejected: count })

const AnalyticsDay = z.object({
  date: calendarDay,
  points: amount,
  calories: amount,
  /** Counts proofs submitted on this day, whatever their state now. */
  proofs: count,
  /** Counts companies with an approved proof submitted on this day. */
  activeCompanies: count,
})

export const TaskAnalytics = z.object({
  id,
  title: z.string(),
  /** False for an archived task. */
  isOpen: z.boolean(),
  pointsReward: count,
  caloriesBurned: count,
  proofs: ProofCounts,
  success: share.nullable(),
  reach: share,
})
export type TaskAnalytics = z.output<typeof TaskAnalytics>

export const CompanyFigures = z.object({
  points: amount,
  calories: amount,
  proofs: ProofCounts,
  activeDays: count,
  completion: share.nullable(),
  consistency: share,
  momentum: z.number().nullable(),
  /** Null without devices of colleagues, and for a team of fewer than five people. */
  peopleReached: share.nullable(),
})
export type CompanyFigures = z.output<typeof CompanyFigures>

export const CompanyAnalyticsRow = CompanyFigures.extend({ id, name: z.string(), teamSize: count })
export type CompanyAnalyticsRow = z.output<typeof CompanyAnalyticsRow>

export const EventAnalytics = z.object({
  id,
  title: z.string(),
  eventDate: instant.nullable(),
  registered: count,
  /** Null where fewer than five registered. */
  approved: count.nullable(),
  /** Null for fewer than five approved people, as are all numbers below that would reveal it. */
  checkedIn: count.nullable(),
  /** Null until the event has ended, and for a cancelled one. */
  noShows: count.nullable(),
  approvedShare: share.nullable(),
  attendance: share.nullable(),
  /** Arrivals per quarter of an hour; empty quarters are left out. */
  arrivals: z.array(z.object({ at: instant, count })),
})
export type EventAnalytics = z.output<typeof EventAnalytics>

/** In milliseconds; null without a value. */
const duration = count.nullable()

/** Review times and results. No field reveals a reviewer. */
export const ReviewService = z.object({
  /** The queue at this moment, whatever the period. */
  waiting: z.object({ proofs: count, median: duration, p90: duration, oldest: duration }),
  /** First decisions of the period. */
  decided: z.object({
    proofs: count,
    median: duration,
    p90: duration,
    /**
     * Review times in groups: less than `underHours`, and at least the limit of the group before; null is the last
     * group.
     */
    times: z.array(z.object({ underHours: count.nullable(), proofs: count })),
  }),
  /** First decisions per company and task; the share is null for fewer than five of them. */
  firstTries: z.object({ proofs: count, approvedShare: share.nullable() }),
  /** Rejection reasons of the review screen by their text, free texts as one group; the most frequent first. */
  rejections: z.array(z.object({ reason: z.string(), proofs: count })),
  reversals: count,
})
export type ReviewService = z.output<typeof ReviewService>

/** The limits of the groups in `ReviewService.decided.times`. */
export const reviewTimeHours = [1, 4, 12, 24, 48] as const

/** The overview has this many companies, those with the most points first; the CSV file has all of them. */
export const overviewCompanies = 500

export const AnalyticsOverview = z.object({
  totals: z.object({
    companies: count,
    activeCompanies: count,
    participationRate: share,
    points: amount,
    calories: amount,
    proofs: ProofCounts,
  }),
  /** Every day of the period. */
  days: z.array(AnalyticsDay),
  tasks: z.array(TaskAnalytics),
  companies: z.array(CompanyAnalyticsRow),
  /** Events that begin in the period; every event when the request has no period. */
  events: z.array(EventAnalytics),
  reviews: ReviewService,
})
export type AnalyticsOverview = z.output<typeof AnalyticsOverview>

export const readAnalyticsOverview = endpoint({
  method: 'GET',
  path: '/analytics/overview',
  access: 'administrator',
  summary: 'The challenge in numbers: totals, days, tasks, companies, events and reviews of a period',
  query: period,
  reply: AnalyticsOverview,
})

const TaskProofCounts = ProofCounts.extend({ taskId: id })
export type TaskProofCounts = z.output<typeof TaskProofCounts>

export const listTaskProofCounts = endpoint({
  method: 'GET',
  path: '/tasks/proof-counts',
  access: 'administrator',
  summary: 'How many proofs each task has, by state; tasks without a proof are left out',
  reply: z.array(TaskProofCounts),
})

export const exportCompanyAnalytics = endpoint({
  method: 'GET',
  path: '/analytics/companies.csv',
  access: 'administrator',
  summary: 'The numbers of every company in a period as CSV',
  query: period,
  reply: z.string(),
  contentType: 'text/csv',
})

export const CompanyAnalytics = z.object({
  totals: CompanyFigures.extend({ streak: count }),
  days: z.array(AnalyticsDay.omit({ activeCompanies: true }).extend({ approved: count })),
  /** The medians of the other companies; null for fewer than five others. */
  field: z
    .object({
      companies: count,
      points: z.number(),
      calories: z.number(),
      activeDays: z.number(),
      completion: share.nullable(),
      consistency: share,
    })
    .nullable(),
  /** The rank at the end of each day up to today; null without points, and for a company outside the leaderboard. */
  ranks: z.array(z.object({ date: calendarDay, rank: count.nullable(), points: amount })),
  /** Points that can still be earned: open tasks without a pending or approved proof. */
  today: z.object({ date: calendarDay, points: amount, dailyGoal: count, openTasks: count, pointsLeft: count }),
})
export type CompanyAnalytics = z.output<typeof CompanyAnalytics>

export const readCompanyAnalytics = endpoint({
  method: 'GET',
  path: '/companies/:id/analytics',
  access: 'signed-in',
  summary: "A company's numbers by day beside the medians of the others: the own ones, or any for administrators",
  params: z.object({ id }),
  query: period,
  reply: CompanyAnalytics,
})
