import { cn } from '#client/ui/cn.ts'
import type { Geometry } from './geometry.ts'

/** One colour per series, so no chart depends on telling colours apart. */
export const tones = {
  points: {
    fill: 'fill-chart-3 forced-colors:fill-[CanvasText]',
    stroke: 'stroke-chart-3 forced-colors:stroke-[CanvasText]',
  },
  calories: {
    fill: 'fill-chart-4 forced-colors:fill-[CanvasText]',
    stroke: 'stroke-chart-4 forced-colors:stroke-[CanvasText]',
  },
  people: {
    fill: 'fill-chart-1 forced-colors:fill-[CanvasText]',
    stroke: 'stroke-chart-1 forced-colors:stroke-[CanvasText]',
  },
  goal: {
    fill: 'fill-primary-text forced-colors:fill-[Highlight]',
    stroke: 'stroke-primary-text forced-colors:stroke-[Highlight]',
  },
} as const
export type Tone = keyof typeof tones

interface MarksProps {
  geometry: Geometry
  tone: Tone
  activeIndex: number | undefined
}

/** A pale mark with a dashed edge for an unfinished day. */
const unfinished = '[fill-opacity:0.25] [stroke-dasharray:4_3] stroke-2'

const activeClasses = 'stroke-2 stroke-foreground forced-colors:stroke-[Highlight]'

export function BarMarks({ geometry: { slots, barWidth, y }, tone, activeIndex }: MarksProps) {
  return slots.map(({ left, middle, value, isUnfinished }, index) => {
    // An empty day gets a mark on the ground line, so that it does not seem missing.
    const tall = value === 0 ? 1.5 : Math.max(2, Math.abs(y(value) - y(0)))
    return (
      <rect
        key={left}
        x={middle - barWidth / 2}
        y={value < 0 ? y(0) : y(0) - tall}
        width={barWidth}
        height={tall}
        rx={Math.min(4, barWidth / 4, tall / 2)}
        className={cn(
          value === 0 ? 'fill-control' : tones[tone].fill,
          isUnfinished && unfinished,
          isUnfinished && tones[tone].stroke,
          index === activeIndex && activeClasses,
        )}
      />
    )
  })
}

/** The line ends with the last whole day: half a day would look like a fall. */
export function LineMarks({ geometry: { slots, slotWidth, y }, tone, activeIndex }: MarksProps) {
  const whole = slots.filter(({ isUnfinished }) => !isUnfinished)
  const line = whole.map(({ middle, value }) => `${middle} ${y(value)}`).join('L')
  const [first, last] = [whole[0], whole.at(-1)]
  return (
    <>
      {first && last && (
        <>
          <path
            d={`M${first.middle} ${y(0)}L${line}L${last.middle} ${y(0)}Z`}
            className={cn('opacity-15 forced-colors:hidden', tones[tone].fill)}
          />
          <path
            d={`M${line}`}
            fill="none"
            strokeLinejoin="round"
            strokeLinecap="round"
            className={cn('stroke-3', tones[tone].stroke)}
          />
        </>
      )}
      {slots.map(({ left, middle, value, isUnfinished }, index) =>
        slotWidth >= 14 || index === activeIndex ? (
          <circle
            key={left}
            cx={middle}
            cy={y(value)}
            r={index === activeIndex ? 7 : 5}
            className={cn(
              isUnfinished
                ? `stroke-2 fill-surface ${tones[tone].stroke}`
                : `stroke-2 stroke-surface ${tones[tone].fill}`,
              index === activeIndex && activeClasses,
            )}
          />
        ) : null,
      )}
    </>
  )
}
