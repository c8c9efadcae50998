import { amount } from '#client/platform/formats/amounts.ts'
import { findDomain, pickTicks, pickValueLabels } from './scale.ts'

type Point = { value: number; tick: string[]; isUnfinished?: boolean }
type Frame = { width: number; height: number; goal?: number | undefined; letterWidth: number; lineHeight: number }

export type Geometry = ReturnType<typeof layOut>

const widestBar = 64
const gapBetweenLabels = 10

/** Positions of all parts of a chart, in pixels. */
export function layOut(points: Point[], { width, height, goal, letterWidth, lineHeight }: Frame) {
  const values = points.map(({ value }) => value)
  const domain = findDomain(goal === undefined ? values : [...values, goal])
  // The goal's label stands above all marks, where no bar covers it.
  const top = lineHeight + 4 + (goal === undefined ? 0 : lineHeight + 4)
  const tickLines = Math.max(0, ...points.map(({ tick }) => tick.length))
  // A deducted amount is written below its bar.
  const bottom = height - tickLines * lineHeight - (domain.low < 0 ? lineHeight : 6)
  const y = (value: number) => top + ((domain.high - value) / (domain.high - domain.low || 1)) * (bottom - top)
  const slotWidth = width / Math.max(1, points.length)
  const widthOf = (texts: string[]) => Math.max(0, ...texts.map(({ length }) => length)) * letterWidth
  const valueWidth = widthOf(values.map(amount))
  const tickWidth = widthOf(points.flatMap(({ tick }) => tick))
  const inside = (at: number, textWidth: number) => Math.min(Math.max(at, textWidth / 2), width - textWidth / 2)
  return {
    domain,
    y,
    slotWidth,
    barWidth: Math.max(1, Math.min(widestBar, slotWidth * (slotWidth > 6 ? 0.7 : 1))),
    slots: points.map(({ value, isUnfinished = false }, index) => {
      const middle = (index + 0.5) * slotWidth
      return {
        left: index * slotWidth,
        middle,
        value,
        isUnfinished,
        labelAt: inside(middle, widthOf([amount(value)])),
        tickAt: inside(middle, tickWidth),
      }
    }),
    valueLabels: pickValueLabels(values, slotWidth, valueWidth + gapBetweenLabels / 2),
    ticks: pickTicks(points.length, width, tickWidth + gapBetweenLabels),
  }
}
