import { z } from 'zod'
import { definitions, type NumberName } from '../analytics/definitions.ts'
import { amount, count } from '../common.ts'

const share = z.number().min(0).max(1)
const day = z.string()
const numberName = z.enum(Object.keys(definitions) as [NumberName, ...NumberName[]])

/** One of the five numbers of the first page, beside the median; null without a value, or with too few companies. */
const HeadlineNumber = z.object({ number: numberName, value: z.number().nullable(), median: z.number().nullable() })
export type HeadlineNumber = z.output<typeof HeadlineNumber>

const sums = { points: amount, calories: amount, proofs: count }
/** Participation: companies with an approved proof, or approved proofs of the one company. */
const participation = { participation: count }

export const ReportDay = z.object({ date: day, ...participation, ...sums })
export type ReportDay = z.output<typeof ReportDay>

/** Several days in one row, for long periods; `participation` is that of its best day. */
export const ReportDayGroup = z.object({ from: day, to: day, ...participation, ...sums })
export type ReportDayGroup = z.output<typeof ReportDayGroup>

/** Ranks by the points of the whole challenge when the report was made. */
const Place = z.object({
  /** Null without points, and for a company that is hidden from the leaderboard. */
  rank: count.nullable(),
  /** Counts the companies with a rank. */
  ranked: count,
  points: amount,
  /** The rank among companies of a similar size; null for a hidden company. */
  division: z.object({ name: z.string(), people: z.string(), rank: count.nullable(), ranked: count }).nullable(),
})
export type Place = z.output<typeof Place>

const common = {
  title: z.string(),
  /** Days in the time zone of the event, both included. */
  from: day,
  to: day,
  timeZone: z.string(),
  madeAt: z.string(),
  finding: z.string(),
  headline: z.array(HeadlineNumber),
  /** Counts the companies behind the medians; a company's report excludes itself. */
  medianOf: count,
  days: z.array(ReportDay),
  /** The day in progress when the report was made; null without one, and in reports from before this field. */
  unfinishedDay: day.nullable().default(null),
  /** Empty when every day has a row. */
  dayGroups: z.array(ReportDayGroup),
  /** The suppressed numbers, each with its reason. */
  suppressed: z.array(z.string()),
  /** The comparison of stored totals with the ledger and the proofs, for the companies of this report. */
  ledger: z.object({ companies: count, entries: count, differences: count }),
}

const taskStatuses = ['approved', 'pending', 'rejected', 'none'] as const

export const CompanyReport = z.object({
  kind: z.literal('company'),
  ...common,
  teamSize: count,
  /** Null for a team of fewer than five people, and in reports from before this field. */
  peopleReached: share.nullable().default(null),
  place: Place,
  tasks: z.array(
    z.object({
      title: z.string(),
      status: z.enum(taskStatuses),
      pointsReward: count,
      points: amount,
      calories: amount,
    }),
  ),
})
export type CompanyReport = z.output<typeof CompanyReport>

export const ChallengeReport = z.object({
  kind: z.literal('challenge'),
  ...common,
  companies: count,
  activeCompanies: count,
  /** The companies with the best ranks on the official leaderboard, at most ten. */
  leaders: z.array(z.object({ rank: count, name: z.string(), points: amount, calories: amount })),
  tasks: z.array(
    z.object({
      title: z.string(),
      pointsReward: count,
      pending: count,
      approved: count,
      rejected: count,
      success: share.nullable(),
      reach: share,
    }),
  ),
})
export type ChallengeReport = z.output<typeof ChallengeReport>

/** Every number of a report: the PDF, the CSV and the JSON file use only these. */
export const ReportNumbers = z.discriminatedUnion('kind', [CompanyReport, ChallengeReport])
export type ReportNumbers = z.output<typeof ReportNumbers>
