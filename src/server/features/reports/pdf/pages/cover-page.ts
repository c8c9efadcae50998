import type { StructElement } from 'pdfkit'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import { definitions } from '#contract/analytics/definitions.ts'
import { formatCount, formatNumber, formatPercent } from '#contract/analytics/number-texts.ts'
import type { CompanyReport, HeadlineNumber, ReportNumbers } from '#contract/reports/numbers.ts'
import type { TaggedPage } from '../page.ts'
import { bottomEdge, colors, contentWidth, rightEdge, type Style, sheet, styles } from '../theme.ts'

const bandHeight = 208
const tallestRow = 80
const columns = { value: { x: 300, width: 120 }, median: { x: 430, width: rightEdge - 430 } }

const titleSizes = [34, 27, 21, 16]
const valueStyle: Style = { face: 'display', size: 26, color: colors.ink, leading: 30 }
const medianStyle: Style = { face: 'strong', size: 15, color: colors.mutedInk, leading: 30 }
const nameStyle: Style = { face: 'strong', size: 12.5, color: colors.ink, leading: 17 }

/** Draws the report's title, its finding and five numbers. */
export function drawCover(page: TaggedPage, numbers: ReportNumbers) {
  page.drawArtifact(() => drawBand(page))
  drawTitle(page, numbers)
  const y = bandHeight + 34
  const height = page.tagText('P', numbers.finding, styles.finding, { y, width: 440, mostLines: 6 })
  drawNumbers(page, numbers, Math.max(y + height + 24, 330))
}

/** Draws a dark band with the bend of a running track and a single lane in flame. */
function drawBand(page: TaggedPage) {
  const { doc } = page
  doc.rect(0, 0, sheet.width, bandHeight).fill(colors.ink)
  doc.save().rect(0, 0, sheet.width, bandHeight).clip()
  for (let lane = 0; lane < 6; lane++) {
    const isActive = lane === 2
    doc
      .circle(sheet.width + 20, bandHeight + 30, 270 - lane * 34)
      .lineWidth(isActive ? 3 : 1.25)
      .stroke(isActive ? colors.flame : colors.laneOnInk)
  }
  doc.restore()
  page.drawLanes(bandHeight)
}

function drawTitle(page: TaggedPage, numbers: ReportNumbers) {
  page.tagText('P', 'Wellness report', styles.eyebrow, { y: 36 })
  const width = 380
  const size = titleSizes.find((one) => page.type.wrap(numbers.title, titleStyle(one), width).length <= 3) ?? 16
  const height = page.tagText('H1', numbers.title, titleStyle(size), { y: 58, width, mostLines: 5 })
  const scope = numbers.kind === 'company' ? describeTeam(numbers) : 'The whole challenge'
  const line: Style = { face: 'text', size: 11.5, color: colors.border, leading: 17 }
  page.tagText('P', `${scope} · ${formatPeriod(numbers)}`, line, { y: 58 + height + 8, width })
}

function describeTeam({ teamSize, peopleReached }: CompanyReport): string {
  const team = `Team of ${formatCount(teamSize, ['person', 'people'])}`
  return peopleReached === null ? team : `${team}, ${formatPercent(peopleReached)} contributed`
}

const titleStyle = (size: number): Style => ({ face: 'display', size, color: colors.light, leading: size * 1.12 })

function drawNumbers(page: TaggedPage, numbers: ReportNumbers, top: number) {
  const headingEnd = page.tagHeading('Five numbers', top)
  const y = headingEnd + page.tagText('P', describeMedian(numbers), styles.muted, { y: headingEnd }) + 8
  const valueHeading = numbers.kind === 'company' ? 'Your company' : 'All companies'
  const rowHeight = Math.min(tallestRow, (bottomEdge - y - 24) / numbers.headline.length)
  page.group('Table', (table) => {
    page.group('TR', (row) => drawHeadings(page, row, valueHeading, y), table)
    for (const [nth, number] of numbers.headline.entries()) {
      const top = y + 20 + nth * rowHeight
      page.group('TR', (row) => drawNumber(page, row, number, top), table)
      page.drawArtifact(() => drawLane(page, number, numbers.kind, top + rowHeight - 14))
    }
  })
}

function drawHeadings(page: TaggedPage, row: StructElement, valueHeading: string, y: number) {
  const head = (text: string, place: { x: number; width: number }, align: 'left' | 'right') =>
    page.tagText('TH', text, styles.columnHeading, { y, align, ...place }, { scope: 'Column' }, row)
  head('Number', { x: sheet.margin, width: 200 }, 'left')
  head(valueHeading, columns.value, 'right')
  head('Median', columns.median, 'right')
}

function drawNumber(page: TaggedPage, row: StructElement, { number, value, median }: HeadlineNumber, y: number) {
  const { name, sentence, unit } = definitions[number]
  const width = 230
  page.group(
    'TH',
    (cell) => {
      const height = page.tagText('P', name, nameStyle, { y: y + 6, width }, {}, cell)
      page.tagText('P', sentence, styles.muted, { y: y + 6 + height, width, mostLines: 2 }, {}, cell)
    },
    row,
    { scope: 'Row' },
  )
  page.tagText('TD', formatNumber(unit, value), valueStyle, { y: y + 6, align: 'right', ...columns.value }, {}, row)
  page.tagText('TD', formatNumber(unit, median), medianStyle, { y: y + 6, align: 'right', ...columns.median }, {}, row)
}

/** Draws a number as a bar on a lane, with a post at the median. A total that is not compared has a plain line. */
function drawLane(
  { doc }: TaggedPage,
  { number, value, median }: HeadlineNumber,
  kind: ReportNumbers['kind'],
  y: number,
) {
  const isShare = definitions[number].unit === 'share'
  const isCompared = kind === 'company' && median !== null
  if (value === null || (!isShare && !isCompared)) {
    doc
      .moveTo(sheet.margin, y + 2)
      .lineTo(rightEdge, y + 2)
      .lineWidth(0.75)
      .stroke(colors.border)
    return
  }
  doc.roundedRect(sheet.margin, y, contentWidth, 5, 2.5).fill(colors.lane)
  const most = isShare ? 1 : Math.max(value, median ?? 0, Number.MIN_VALUE)
  const at = (share: number) => sheet.margin + Math.min(1, Math.max(0, share)) * contentWidth
  const end = at(value / most)
  if (end > sheet.margin) doc.roundedRect(sheet.margin, y, end - sheet.margin, 5, 2.5).fill(colors.flame)
  doc.circle(Math.max(end, sheet.margin + 5) - 1, y + 2.5, 5).fill(colors.flame)
  if (!isCompared || median === null) return
  const post = at(median / most)
  doc.rect(post - 1, y - 5, 2, 15).fill(colors.ink)
}

function describeMedian({ kind, medianOf }: ReportNumbers): string {
  if (medianOf === 0) return 'Too few companies take part for a median: page 4 says why it is not shown.'
  if (kind === 'challenge')
    return `The median is that of ${formatCount(medianOf, ['company', 'companies'])}: half of them have more, half have less.`
  return `The median is that of ${formatCount(medianOf, ['other company', 'other companies'])}: half of them have more, half have less. The mark on each bar is the median.`
}
