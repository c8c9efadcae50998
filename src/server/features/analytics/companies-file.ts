import { definitions } from '#contract/analytics/definitions.ts'
import type { CompanyAnalyticsRow } from '#contract/analytics/endpoints.ts'
import type { Period } from '#contract/analytics/period.ts'
import { type Column, csvFile } from '#server/platform/http/replies/csv.ts'

/** Rounds a share to four decimals, which is two decimals as a percentage. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10_000) / 10_000)

const columns: Column<CompanyAnalyticsRow>[] = [
  { heading: 'Company Name', value: (row) => row.name },
  { heading: 'Team Size', value: (row) => row.teamSize },
  { heading: definitions.points.name, value: (row) => row.points },
  { heading: definitions.calories.name, value: (row) => row.calories },
  { heading: definitions.pendingProofs.name, value: (row) => row.proofs.pending },
  { heading: definitions.approvedProofs.name, value: (row) => row.proofs.approved },
  { heading: definitions.rejectedProofs.name, value: (row) => row.proofs.rejected },
  { heading: definitions.activeDays.name, value: (row) => row.activeDays },
  { heading: definitions.completion.name, value: (row) => rounded(row.completion) },
  { heading: definitions.consistency.name, value: (row) => rounded(row.consistency) },
  { heading: definitions.momentum.name, value: (row) => rounded(row.momentum) },
  { heading: definitions.peopleReached.name, value: (row) => rounded(row.peopleReached) },
]

export const companiesFile = (rows: CompanyAnalyticsRow[], { from, to }: Period, timeZone: string) =>
  csvFile(`companies-${from}-to-${to}.csv`, timeZone, columns, rows)
