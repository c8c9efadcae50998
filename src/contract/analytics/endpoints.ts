import { z } from 'zod'
import { amount, boundedText, count, id, instant } from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { countDays, longestPeriod } from './period.ts'

const notADay = 'Must be a date such as 2026-06-01'
/** JavaScript has a year 0, PostgreSQL has none. */
const day = boundedText(10, { message: notADay, tooLong: notADay })
  .check(z.iso.date(notADay))
  .refine((date) => date >= '0001', notADay)
/** Between 0 and 1; null where there is nothing to divide by, or too few people. */
const share = z.number().min(0).max(1)

export const periodMessages = {
  reversed: 'The period ends before it begins',
  tooLong: `A period has at most ${longestPeriod} days`,
}

/** Days in the time zone of the event, both included. Without them: from the first day on which something happened until today. */
export const periodFields = { from: day.optional(), to: day.optional() }

type HasPeriod = z.ZodType<{ from?: string; to?: string }>

/** For anything that has these fields: a period goes forward, and is not endless. */
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
  date: day,
  points: amount,
  calories: amount,
  /** Submitted on this day, in whatever state they are now. */
  proofs: count,
  /** With an approved proof submitted on this day. */
  activeCompanies: count,
})

export const TaskAnalytics = z.object({
  id,
  title: z.string(),
  /** False: archived by now. */
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
  /** Null for a team of fewer than five people. */
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
  /** Null where fewer than five are approved, as are the numbers below that would tell it. */
  checkedIn: count.nullable(),
  /** Null until the event has ended, and for a cancelled one. */
  noShows: count.nullable(),
  approvedShare: share.nullable(),
  attendance: share.nullable(),
  /** Per quarter of an hour, those without anyone left out. */
  arrivals: z.array(z.object({ at: instant, count })),
})
export type EventAnalytics = z.output<typeof EventAnalytics>

/** In milliseconds; null where there is none. */
const duration = count.nullable()

/** How well companies are served by the reviews. Nothing in it tells who reviewed. */
export const ReviewService = z.object({
  /** At this moment, whatever the period. */
  waiting: z.object({ proofs: count, median: duration, p90: duration, oldest: duration }),
  /** First decisions of the period. */
  decided: z.object({
    proofs: count,
    median: duration,
    p90: duration,
    /** How many took less than so many hours, and at least as long as those before; null: all others. */
    times: z.array(z.object({ underHours: count.nullable(), proofs: count })),
  }),
  /** First decisions about a company and a task; the share is null for fewer than five of them. */
  firstTries: z.object({ proofs: count, approvedShare: share.nullable() }),
  /** The reasons that the review screen offers by their text, own words as one; the most frequent first. */
  rejections: z.array(z.object({ reason: z.string(), proofs: count })),
  reversals: count,
})
export type ReviewService = z.output<typeof ReviewService>

/** The ends of the groups of `ReviewService.decided.times`. */
export const reviewTimeHours = [1, 4, 12, 24, 48] as const

/** So many companies are part of the overview, those with the most points first; all of them are in the CSV file. */
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
  /** Those that begin in the period; all of them when no period was asked for. */
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
  /** The medians of the other companies; null while fewer than five others take part. */
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
  /** At the end of each day of the period up to today; null without points, and for a company that is not on the leaderboard. */
  ranks: z.array(z.object({ date: day, rank: count.nullable(), points: amount })),
  /** What can still be won: open tasks without a proof that waits or is approved. */
  today: z.object({ date: day, points: amount, dailyGoal: count, openTasks: count, pointsLeft: count }),
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
