import { definitions } from '#contract/analytics/definitions.ts'
import { formatAmount, formatCount, formatNumber } from '#contract/analytics/number-texts.ts'
import type { ChallengeReport, CompanyReport, ReportNumbers } from '#contract/reports/numbers.ts'
import type { TaggedPage } from '../page.ts'
import { drawTable, type TableCell, type TableColumn } from '../table.ts'
import { bottomEdge, colors, contentWidth, type Style, sheet, styles } from '../theme.ts'

/** Draws the company's place or the leaders, and the results of the tasks. */
export function drawTasks(page: TaggedPage, numbers: ReportNumbers) {
  page.drawArtifact(() => page.drawLanes(0))
  const y = numbers.kind === 'company' ? drawPlace(page, numbers) : drawLeaders(page, numbers)
  const top = page.tagHeading('Tasks', y + 18)
  if (numbers.tasks.length === 0) {
    page.tagText('P', 'No task was open in this period.', styles.text, { y: top })
    return
  }
  if (numbers.kind === 'company') drawTaskTable(page, top, companyColumns, numbers.tasks.map(toCompanyRow))
  else drawTaskTable(page, top, challengeColumns, numbers.tasks.map(toChallengeRow))
}

const rankStyle: Style = { face: 'display', size: 60, color: colors.flameText, leading: 64 }

/** Draws the place in the division, if any; a sentence below it has the official place. */
function drawPlace(page: TaggedPage, { place }: CompanyReport): number {
  const { division, points } = place
  const { rank, ranked } = division ?? place
  const y = page.tagHeading(division ? `Place in the division ${division.name}` : 'Place on the leaderboard', 44)
  if (rank === null) {
    const sentence = 'The company has no rank: it has no points yet, or is not shown on the leaderboard.'
    return y + page.tagText('P', sentence, styles.text, { y })
  }
  const text = formatAmount(rank)
  const left = sheet.margin + page.type.measure(text, rankStyle) + 16
  page.tagText('P', text, rankStyle, { y })
  const width = sheet.width - sheet.margin - left
  const whole = `of ${formatCount(ranked, ['company', 'companies'])} with points`
  const among = division ? `${whole}, teams of ${division.people}` : whole
  page.tagText('P', among, { ...styles.finding, size: 16 }, { x: left, y: y + 6, width, mostLines: 1 })
  const total = `${formatCount(points, ['point', 'points'])} in the whole challenge.`
  const official = division ? ` ${describeOfficial(place)}` : ''
  const tie = ' On equal points the company that got there first is ahead.'
  page.tagText('P', total + official + tie, styles.muted, { x: left, y: y + 34, width })
  page.drawArtifact(() => drawField(page, rank, ranked, y + 84))
  return y + 96
}

const describeOfficial = ({ rank, ranked }: CompanyReport['place']) =>
  `On the official leaderboard of all sizes: rank ${rank === null ? '–' : formatAmount(rank)} of ${formatAmount(ranked)}.`

/** Draws the ranked companies as a lane from last to first, with a dot for this company. */
function drawField({ doc }: TaggedPage, rank: number, ranked: number, y: number) {
  const place = ranked > 1 ? (ranked - rank) / (ranked - 1) : 1
  const x = sheet.margin + 6 + place * (contentWidth - 12)
  doc.roundedRect(sheet.margin, y - 3, contentWidth, 6, 3).fill(colors.lane)
  doc.roundedRect(sheet.margin, y - 3, x - sheet.margin, 6, 3).fill(colors.palestFlame)
  doc.circle(x, y, 7).fill(colors.flame)
}

function drawLeaders(page: TaggedPage, { leaders }: ChallengeReport): number {
  const y = page.tagHeading('Leading companies', 44)
  if (leaders.length === 0) return y + page.tagText('P', 'No company has points yet.', styles.text, { y })
  const note = 'The official leaderboard of the whole challenge, when this report was made.'
  const top = y + page.tagText('P', note, styles.muted, { y }) + 6
  return drawTable(page, {
    y: top,
    rowHeight: 19,
    columns: [
      { heading: 'Company', width: 5 },
      { heading: 'Rank', width: 1, numeric: true },
      { heading: definitions.points.name, width: 1.6, numeric: true },
      { heading: definitions.calories.name, width: 1.6, numeric: true },
    ],
    rows: leaders.map(({ name, rank, points, calories }) => [
      { text: name },
      ...[rank, points, calories].map((value) => ({ text: formatAmount(value) })),
    ]),
  })
}

const companyColumns: TableColumn[] = [
  { heading: 'Task', width: 4.4 },
  { heading: 'Status', width: 1.7 },
  { heading: 'Points offered', width: 1.3, numeric: true },
  { heading: definitions.points.name, width: 1.2, numeric: true },
  { heading: definitions.calories.name, width: 1.3, numeric: true },
]

const statuses: Record<CompanyReport['tasks'][number]['status'], { text: string; color: string }> = {
  approved: { text: 'Approved', color: colors.approved },
  pending: { text: 'Pending', color: colors.pending },
  rejected: { text: 'Rejected', color: colors.rejected },
  none: { text: 'Not submitted', color: colors.mutedInk },
}

function toCompanyRow({ title, status, pointsReward, points, calories }: CompanyReport['tasks'][number]): TableCell[] {
  const { text, color } = statuses[status]
  return [
    { text: title },
    { text, style: { face: 'strong', size: 9.5, color, leading: 12 } },
    ...[pointsReward, points, calories].map((value) => ({ text: formatAmount(value) })),
  ]
}

const challengeColumns: TableColumn[] = [
  { heading: 'Task', width: 4 },
  { heading: 'Points offered', width: 1.2, numeric: true },
  { heading: 'Approved', width: 1.3, numeric: true },
  { heading: 'Pending', width: 1.2, numeric: true },
  { heading: 'Rejected', width: 1.2, numeric: true },
  { heading: definitions.taskSuccess.name, width: 1.2, numeric: true },
  { heading: definitions.taskReach.name, width: 1.2, numeric: true },
]

function toChallengeRow(task: ChallengeReport['tasks'][number]): TableCell[] {
  const { title, pointsReward, approved, pending, rejected, success, reach } = task
  return [
    { text: title },
    ...[pointsReward, approved, pending, rejected].map((value) => ({ text: formatAmount(value) })),
    ...[success, reach].map((value) => ({ text: formatNumber('share', value) })),
  ]
}

const rowHeight = 26

function drawTaskTable(page: TaggedPage, y: number, columns: TableColumn[], rows: TableCell[][]) {
  const room = Math.floor((bottomEdge - y - 26) / rowHeight)
  const visibleRows = rows.length <= room ? rows : rows.slice(0, room - 1)
  const end = drawTable(page, { y, rowHeight, columns, rows: visibleRows, mostLines: 2 })
  const left = rows.length - visibleRows.length
  if (left === 0) return
  const more = `and ${formatCount(left, ['more task', 'more tasks'])}: the CSV and JSON files of this report have all of them.`
  page.tagText('P', more, styles.muted, { y: end + 6 })
}
