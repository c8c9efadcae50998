import { definitions } from '#contract/analytics/definitions.ts'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { type Column, csvFile } from '#server/platform/http/replies/csv.ts'
import { Download } from '#server/platform/http/replies/replies.ts'

type Row = { section: string; item: string; name: string; value: string | number | null; median?: number | null }

const columns: Column<Row>[] = [
  { heading: 'Section', value: (row) => row.section },
  { heading: 'Item', value: (row) => row.item },
  { heading: 'Number', value: (row) => row.name },
  { heading: 'Value', value: (row) => row.value },
  { heading: 'Median', value: (row) => row.median ?? null },
]

/** Writes every number of a report on a separate line; all kinds of report share the same columns. */
export const toCsv = (fileName: string, numbers: ReportNumbers): Download =>
  csvFile(fileName, numbers.timeZone, columns, listRows(numbers))

export const toJson = (fileName: string, numbers: ReportNumbers): Download =>
  new Download(fileName, 'application/json; charset=utf-8', `${JSON.stringify(numbers, null, 2)}\n`)

const namesOf = ({ kind }: ReportNumbers) => ({
  participation: definitions[kind === 'company' ? 'approvedProofs' : 'activeCompanies'].name,
  proofs: definitions.proofs.name,
  points: definitions.points.name,
  calories: definitions.calories.name,
})

function listRows(numbers: ReportNumbers): Row[] {
  const reportRow = (item: string, name: string, value: Row['value']): Row => ({ section: 'Report', item, name, value })
  const names = Object.entries(namesOf(numbers)) as [keyof ReturnType<typeof namesOf>, string][]
  return [
    reportRow('', 'Title', numbers.title),
    reportRow('', 'First day', numbers.from),
    reportRow('', 'Last day', numbers.to),
    reportRow('', 'Time zone', numbers.timeZone),
    reportRow('', 'Made at (UTC)', numbers.madeAt),
    reportRow('', 'Finding', numbers.finding),
    ...(numbers.unfinishedDay ? [reportRow('', 'Day that is not over', numbers.unfinishedDay)] : []),
    reportRow('', 'Companies behind the medians', numbers.medianOf),
    ...numbers.headline.map(({ number, value, median }) => ({
      ...{ section: 'Headline', item: '', name: definitions[number].name, value },
      median,
    })),
    ...numbers.days.flatMap((day) =>
      names.map(([key, name]) => ({ section: 'Days', item: day.date, name, value: day[key] })),
    ),
    ...numbers.dayGroups.flatMap((group) =>
      names.map(([key, name]) => ({
        section: 'Days in groups',
        item: `${group.from} to ${group.to}`,
        name: key === 'participation' ? `${name}, best day` : name,
        value: group[key],
      })),
    ),
    ...(numbers.kind === 'company' ? companyRows(numbers) : challengeRows(numbers)),
    ...numbers.suppressed.map((reason) => reportRow('', 'Not shown', reason)),
    { section: 'Ledger', item: '', name: 'Companies compared', value: numbers.ledger.companies },
    { section: 'Ledger', item: '', name: 'Entries compared', value: numbers.ledger.entries },
    { section: 'Ledger', item: '', name: 'Differences found', value: numbers.ledger.differences },
  ]
}

function companyRows({ teamSize, peopleReached, place, tasks }: Extract<ReportNumbers, { kind: 'company' }>): Row[] {
  const inPlace = (name: string, value: Row['value']): Row => ({ section: 'Place', item: '', name, value })
  return [
    inPlace('Team Size', teamSize),
    inPlace(definitions.peopleReached.name, peopleReached),
    inPlace('Rank', place.rank),
    inPlace('Companies with a rank', place.ranked),
    inPlace('Points of the whole challenge', place.points),
    ...(place.division === null
      ? []
      : [
          inPlace('Division', `${place.division.name} (${place.division.people})`),
          inPlace('Rank in the division', place.division.rank),
          inPlace('Companies with a rank in the division', place.division.ranked),
        ]),
    ...tasks.flatMap(({ title, status, pointsReward, points, calories }) => [
      { section: 'Tasks', item: title, name: 'Status', value: status === 'none' ? 'not submitted' : status },
      { section: 'Tasks', item: title, name: 'Points offered', value: pointsReward },
      { section: 'Tasks', item: title, name: definitions.points.name, value: points },
      { section: 'Tasks', item: title, name: definitions.calories.name, value: calories },
    ]),
  ]
}

function challengeRows({ companies, activeCompanies, leaders, tasks }: Extract<ReportNumbers, { kind: 'challenge' }>) {
  return [
    { section: 'Challenge', item: '', name: definitions.companies.name, value: companies },
    { section: 'Challenge', item: '', name: definitions.activeCompanies.name, value: activeCompanies },
    ...leaders.flatMap(({ name, rank, points, calories }) => [
      { section: 'Leaders', item: name, name: 'Rank', value: rank },
      { section: 'Leaders', item: name, name: definitions.points.name, value: points },
      { section: 'Leaders', item: name, name: definitions.calories.name, value: calories },
    ]),
    ...tasks.flatMap(({ title, pointsReward, pending, approved, rejected, success, reach }) => [
      { section: 'Tasks', item: title, name: 'Points offered', value: pointsReward },
      { section: 'Tasks', item: title, name: definitions.pendingProofs.name, value: pending },
      { section: 'Tasks', item: title, name: definitions.approvedProofs.name, value: approved },
      { section: 'Tasks', item: title, name: definitions.rejectedProofs.name, value: rejected },
      { section: 'Tasks', item: title, name: definitions.taskSuccess.name, value: success },
      { section: 'Tasks', item: title, name: definitions.taskReach.name, value: reach },
    ]),
  ]
}
