import { formatAmount } from '#contract/analytics/number-texts.ts'
import type { TaggedPage } from './page.ts'
import { colors, contentWidth, type Style, sheet } from './theme.ts'

export type Bar = { label: string; value: number; isUnfinished: boolean }

type Chart = {
  bars: Bar[]
  color: string
  y: number
  height: number
  /** The text alternative of the whole chart. */
  alt: string
  /** The text of a chart without values. */
  empty: string
}

const labelStyle: Style = { face: 'text', size: 8, color: colors.mutedInk }
const valueStyle: Style = { face: 'strong', size: 8.5, color: colors.ink }
const widestBar = 42
const axisHeight = 16

/** Draws a vector bar per day, with values above the bars if all fit. Returns the `y` of its end. */
export function drawBars(page: TaggedPage, { bars, color, y, height, alt, empty }: Chart): number {
  const { doc, type } = page
  const most = Math.max(0, ...bars.map(({ value }) => value))
  const base = y + height - axisHeight
  const room = base - y - 14
  const step = contentWidth / bars.length
  const width = Math.min(widestBar, Math.max(0.8, step * 0.72))
  const draw = () => {
    doc
      .moveTo(sheet.margin, base)
      .lineTo(sheet.margin + contentWidth, base)
      .lineWidth(0.75)
      .stroke(colors.mutedInk)
    if (most === 0)
      type.drawLine(empty, labelStyle, { x: sheet.margin, y: base - room / 2, width: contentWidth, align: 'center' })
    const labelled = chooseLabels(page, bars, step)
    const fits = bars.every(({ value }) => type.measure(formatAmount(value), valueStyle) <= step - 2)
    const best = bars.findIndex(({ value }) => value === most)
    for (const [nth, { label, value, isUnfinished }] of bars.entries()) {
      const center = sheet.margin + step * (nth + 0.5)
      // Deductions would go below zero, where a report has no room; the table has the number.
      const tall = most > 0 ? (Math.max(0, value) / most) * room : 0
      if (tall > 0) drawBar(page, { x: center - width / 2, base, width, tall, color, isUnfinished })
      // Prints all values or only the best, because a few values would seem selected.
      if (most > 0 && (fits || nth === best))
        drawCentered(page, formatAmount(value), valueStyle, center, base - tall - 4)
      if (labelled.has(nth)) drawCentered(page, label, labelStyle, center, base + 11)
    }
  }
  page.tag('Figure', draw, { alt, bbox: [sheet.margin, y, sheet.margin + contentWidth, y + height] })
  return y + height
}

type DrawnBar = { x: number; base: number; width: number; tall: number; color: string; isUnfinished: boolean }

function drawBar({ doc }: TaggedPage, { x, base, width, tall, color, isUnfinished }: DrawnBar) {
  if (isUnfinished) {
    // An outline marks an unfinished day, whose value may still grow.
    doc
      .rect(x + 0.5, base - tall, width - 1, tall)
      .lineWidth(1)
      .stroke(color)
    return
  }
  const radius = Math.min(3, width / 2, tall / 2)
  doc.roundedRect(x, base - tall, width, tall, radius).fill(color)
  // Only the upper corners of a bar are round, because it stands on its line.
  doc.rect(x, base - tall / 2, width, tall / 2).fill(color)
}

/** Chooses as many evenly spaced labels as fit. */
function chooseLabels({ type }: TaggedPage, bars: Bar[], step: number): Set<number> {
  const widest = Math.max(0, ...bars.map(({ label }) => type.measure(label, labelStyle))) + 8
  const every = Math.max(1, Math.ceil(widest / step))
  return new Set([...bars.keys()].filter((nth) => nth % every === 0))
}

/** Centers text on a point, but keeps it inside the page. */
function drawCentered({ type }: TaggedPage, text: string, style: Style, center: number, y: number) {
  const width = type.measure(text, style)
  const left = Math.min(Math.max(center - width / 2, sheet.margin), sheet.margin + contentWidth - width)
  type.drawLine(text, style, { x: left, y })
}
