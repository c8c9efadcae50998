import { formatDayOrSoFar, formatLongDay, formatShortDay, formatTableDay } from '#contract/analytics/day-texts.ts'
import { definitions } from '#contract/analytics/definitions.ts'
import { formatAmount, formatCount } from '#contract/analytics/number-texts.ts'
import type { ReportDay, ReportNumbers } from '#contract/reports/numbers.ts'
import { drawBars } from '../chart.ts'
import type { TaggedPage } from '../page.ts'
import { drawTable } from '../table.ts'
import { bottomEdge, colors, styles } from '../theme.ts'

type Series = {
  title: string
  words: [one: string, many: string]
  readValue: (day: ReportDay) => number
  color: string
}

/** Draws participation by day as two charts and a table. */
export function drawDays(page: TaggedPage, numbers: ReportNumbers) {
  page.drawArtifact(() => page.drawLanes(0))
  const { days, dayGroups } = numbers
  let y = page.tagHeading('Participation by day', 44)
  y += page.tagText('P', describeDays(numbers), styles.text, { y }) + 10
  const rows = listRows(numbers)
  // Charts take the room that a short table leaves free.
  const tallest = days.some(({ points, participation }) => points > 0 || participation > 0) ? 190 : 76
  const chartHeight = Math.min(tallest, Math.max(96, (bottomEdge - y - rows.length * 20 - 110) / 2))
  for (const series of seriesOf(numbers)) {
    y += page.tagText('P', series.title, styles.strong, { y })
    y = drawChart(page, numbers, series, y, chartHeight) + 8
  }
  const rowHeight = Math.min(22, (bottomEdge - y - 30) / rows.length)
  const participation = participationOf(numbers)
  drawTable(page, {
    y: y + 4,
    rowHeight,
    size: rowHeight < 13 ? 8 : 9.5,
    columns: [
      { heading: dayGroups.length > 0 ? 'Days' : 'Day', width: 2.2 },
      {
        heading: dayGroups.length > 0 ? `${participation.name}, best day` : participation.name,
        width: 2.2,
        numeric: true,
      },
      { heading: definitions.proofs.name, width: 1.4, numeric: true },
      { heading: definitions.points.name, width: 1.4, numeric: true },
      { heading: definitions.calories.name, width: 1.4, numeric: true },
    ],
    rows,
  })
}

const participationOf = ({ kind }: ReportNumbers) =>
  definitions[kind === 'company' ? 'approvedProofs' : 'activeCompanies']

function seriesOf(numbers: ReportNumbers): Series[] {
  const words: Series['words'] =
    numbers.kind === 'company' ? ['approved proof', 'approved proofs'] : ['company', 'companies']
  return [
    {
      title: `${participationOf(numbers).name} by day`,
      words,
      readValue: ({ participation }) => participation,
      color: colors.sea,
    },
    {
      title: `${definitions.points.name} by day`,
      words: ['point', 'points'],
      readValue: ({ points }) => points,
      color: colors.flame,
    },
  ]
}

function drawChart(
  page: TaggedPage,
  numbers: ReportNumbers,
  { title, words, readValue, color }: Series,
  y: number,
  height: number,
) {
  return drawBars(page, {
    y,
    height,
    color,
    bars: numbers.days.map((day) => {
      const isUnfinished = day.date === numbers.unfinishedDay
      return { label: isUnfinished ? 'so far' : formatShortDay(day.date), value: readValue(day), isUnfinished }
    }),
    alt: `${title}: ${describeValues(numbers, readValue, words)}`,
    empty: 'Nothing on these days yet.',
  })
}

/** Lists all values of a short period, else the best day; the table has the rest. */
function describeValues(
  { days, unfinishedDay }: ReportNumbers,
  readValue: Series['readValue'],
  words: Series['words'],
): string {
  if (days.length <= 10)
    return `${days.map((day) => `${formatDayOrSoFar(day.date, unfinishedDay)} ${formatAmount(readValue(day))}`).join(', ')}.`
  const best = findBest(days, readValue)
  return best
    ? `most on ${formatLongDay(best.date)} with ${formatCount(readValue(best), words)}. The table below has the numbers.`
    : 'nothing on any of the days.'
}

function findBest(days: ReportDay[], readValue: Series['readValue']): ReportDay | undefined {
  const best = days.toSorted((one, other) => readValue(other) - readValue(one))[0]
  return best && readValue(best) > 0 ? best : undefined
}

function describeDays({ kind, days, unfinishedDay }: ReportNumbers): string {
  const active = days.filter(({ participation }) => participation > 0)
  const best = findBest(days, ({ points }) => points)
  if (active.length === 0) return 'There is no approved proof on these days yet.'
  const who = kind === 'company' ? 'A proof was approved' : 'Companies took part'
  const when = `on ${formatAmount(active.length)} of ${formatCount(days.length, ['day', 'days'])}`
  const share = unfinishedDay ? `${who} ${when} so far.` : `${who} ${when}.`
  return best
    ? `${share} The most points came on ${formatDayOrSoFar(best.date, unfinishedDay)}: ${formatAmount(best.points)}.`
    : share
}

function listRows({ days, dayGroups, unfinishedDay }: ReportNumbers) {
  const orSoFar = (text: string, day: string) => (day === unfinishedDay ? `${text}, so far` : text)
  const cells = ({ participation, proofs, points, calories }: Omit<ReportDay, 'date'>) =>
    [participation, proofs, points, calories].map((value) => ({ text: formatAmount(value) }))
  if (dayGroups.length > 0)
    return dayGroups.map((group) => [
      { text: orSoFar(`${formatShortDay(group.from)} to ${formatShortDay(group.to)}`, group.to) },
      ...cells(group),
    ])
  return days.map((day) => [{ text: orSoFar(formatTableDay(day.date), day.date) }, ...cells(day)])
}
