/**
 * The unit of a value: `share` is between 0 and 1, `change` a share that may be negative, `duration` in milliseconds.
 */
export type Unit = 'count' | 'points' | 'calories' | 'share' | 'change' | 'duration'

type Definition = {
  /** The heading of a table, a chart or a CSV column. */
  name: string
  /** The formula in words that a reader can check with a calculator. */
  formula: string
  /** The meaning, as one sentence under the number. */
  sentence: string
  unit: Unit
}

/**
 * Every number of the analytics: screens, CSV files, reports and tests take its words from here and its value from
 * `formulas.ts`.
 *
 * Three rules hold for all of them. A company takes part when it has a profile and is not hidden from the leaderboard;
 * a disabled account keeps its points. Days follow the event's time zone. A proof's points count on the day of
 * submission, whenever it was reviewed; an adjustment counts on the day it was made.
 */
export const definitions = {
  companies: {
    name: 'Companies',
    formula: 'companies with a profile that are not hidden from the leaderboard',
    sentence: 'Companies that take part in the challenge.',
    unit: 'count',
  },
  activeCompanies: {
    name: 'Active companies',
    formula: 'companies with at least one approved proof submitted in the period',
    sentence: 'Companies with an approved proof.',
    unit: 'count',
  },
  reach: {
    name: 'Participation rate',
    formula: 'active companies ÷ companies',
    sentence: 'How many of the companies that take part have an approved proof.',
    unit: 'share',
  },
  points: {
    name: 'Points',
    formula: 'points of approved proofs by the day of submission + adjustments by the day they were made',
    sentence: 'Points earned, by the day the proof was submitted.',
    unit: 'points',
  },
  calories: {
    name: 'Calories',
    formula: 'calories of approved proofs by the day of submission + adjustments by the day they were made',
    sentence: 'Calories burned, by the day the proof was submitted.',
    unit: 'calories',
  },
  proofs: {
    name: 'Proofs',
    formula: 'pending + approved + rejected',
    sentence: 'Proofs submitted, in whatever state they are now.',
    unit: 'count',
  },
  pendingProofs: {
    name: 'Pending proofs',
    formula: 'proofs submitted in the period that are not decided; one that was sent back for a fix is not',
    sentence: 'Proofs that wait for a review, or for a fix.',
    unit: 'count',
  },
  approvedProofs: {
    name: 'Approved proofs',
    formula: 'proofs submitted in the period that are approved',
    sentence: 'Proofs that earned their points.',
    unit: 'count',
  },
  rejectedProofs: {
    name: 'Rejected proofs',
    formula: 'proofs submitted in the period that are rejected',
    sentence: 'Proofs that were not accepted.',
    unit: 'count',
  },
  completion: {
    name: 'Completion',
    formula: 'approved proofs ÷ tasks open in the period, at most 1',
    sentence: 'How many of the tasks on offer were done.',
    unit: 'share',
  },
  consistency: {
    name: 'Consistency',
    formula: 'days with an approved proof ÷ days in the period',
    sentence: 'On how many of the days something was done.',
    unit: 'share',
  },
  activeDays: {
    name: 'Active days',
    formula: 'days with at least one approved proof',
    sentence: 'Days with an approved proof.',
    unit: 'count',
  },
  streak: {
    name: 'Streak',
    formula: 'days in a row with an approved proof, up to the last day; a last day without one yet does not end it',
    sentence: 'Days in a row with an approved proof.',
    unit: 'count',
  },
  peopleReached: {
    name: 'People reached',
    formula:
      '(devices of colleagues with a file in a proof of the period, while its files are kept, + 1 for the account that submitted) ÷ team size, at most 1; not shown without such devices, nor for teams of fewer than five people',
    sentence: 'How many of the team contributed to a proof.',
    unit: 'share',
  },
  momentum: {
    name: 'Momentum',
    formula:
      '(points of the last third of the days − points of the first third) ÷ points of the first third, of the days that are over',
    sentence: 'Whether the last days brought more than the first.',
    unit: 'change',
  },
  taskSuccess: {
    name: 'Success',
    formula: 'approved proofs ÷ (approved + rejected proofs)',
    sentence: 'How many of the reviewed proofs of a task were approved.',
    unit: 'share',
  },
  taskReach: {
    name: 'Done by',
    formula: 'companies with an approved proof for the task ÷ companies',
    sentence: 'How many of the companies did the task.',
    unit: 'share',
  },
  waitingProofs: {
    name: 'Waiting now',
    formula: 'proofs that are not decided at this moment, whatever the period; one that was sent back for a fix is not',
    sentence: 'Proofs that wait for a review, or for a fix, at this moment.',
    unit: 'count',
  },
  medianWaiting: {
    name: 'Median wait',
    formula: 'median of (now − time of submission) of the proofs that wait now',
    sentence: 'Half of the proofs that wait have waited for less than this.',
    unit: 'duration',
  },
  slowWaiting: {
    name: 'Nine of ten wait less than',
    formula: '90th percentile of (now − time of submission) of the proofs that wait now',
    sentence: 'Nine of ten proofs that wait have waited for less than this.',
    unit: 'duration',
  },
  oldestWaiting: {
    name: 'Longest wait',
    formula: 'now − time of submission of the oldest proof that waits now',
    sentence: 'How long the oldest pending proof has waited.',
    unit: 'duration',
  },
  reviewedProofs: {
    name: 'Proofs reviewed',
    formula: 'proofs whose first decision was in the period; a decision after reopening is not another one',
    sentence: 'Proofs that got their first decision.',
    unit: 'count',
  },
  medianReviewTime: {
    name: 'Median time to review',
    formula: 'median of (time of the first decision − time of submission) in whole minutes, of the proofs reviewed',
    sentence: 'Half of the proofs were reviewed within this time.',
    unit: 'duration',
  },
  slowReviewTime: {
    name: 'Nine of ten reviewed within',
    formula:
      '90th percentile of (time of the first decision − time of submission) in whole minutes, of the proofs reviewed',
    sentence: 'Nine of ten proofs were reviewed within this time.',
    unit: 'duration',
  },
  firstPassRate: {
    name: 'Approved on the first try',
    formula:
      'first decisions about a company and a task that were approvals ÷ first decisions about a company and a task; not shown for fewer than five',
    sentence: 'How many proofs were approved on the first try.',
    unit: 'share',
  },
  rejectionReasons: {
    name: 'Reasons for rejection',
    formula: 'proofs rejected in the period and not reopened, by the reasons of the review; one can have several',
    sentence: 'Why proofs were not accepted. What reviewers wrote in their own words is counted as Other.',
    unit: 'count',
  },
  reversals: {
    name: 'Reopened decisions',
    formula: 'decisions that were reopened in the period',
    sentence: 'Decisions that were reopened.',
    unit: 'count',
  },
  rank: {
    name: 'Rank',
    formula:
      '1 + companies with more points at the end of the day, or with as many that were reached on an earlier day; reached on the same day, the rank is shared',
    sentence:
      'The rank by the points of all days up to this one, as they are known now; the leaderboard also breaks ties within a day.',
    unit: 'count',
  },
  registered: {
    name: 'Registered',
    formula: 'registrations of the event that were not cancelled',
    sentence: 'People who registered and did not cancel.',
    unit: 'count',
  },
  approvedAttendees: {
    name: 'Approved',
    formula: 'registrations of the event that are approved',
    sentence: 'People with a QR code for the event.',
    unit: 'count',
  },
  checkedIn: {
    name: 'Checked in',
    formula: 'approved registrations that were checked in',
    sentence: 'People who came.',
    unit: 'count',
  },
  noShows: {
    name: 'No-shows',
    formula: 'approved − checked in, once the event has ended',
    sentence: 'People who were approved and did not come.',
    unit: 'count',
  },
  approvedShare: {
    name: 'Approved of registered',
    formula: 'approved ÷ registered; not shown for fewer than five people',
    sentence: 'How many of those who registered were approved.',
    unit: 'share',
  },
  attendance: {
    name: 'Attendance',
    formula: 'checked in ÷ approved; not shown for fewer than five people',
    sentence: 'How many of those who were approved came.',
    unit: 'share',
  },
  arrivals: {
    name: 'Arrivals',
    formula: 'people checked in per 15 minutes',
    sentence: 'When people arrived.',
    unit: 'count',
  },
} as const satisfies Record<string, Definition>

export type NumberName = keyof typeof definitions
