import { amount } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { type Geometry, layOut } from './geometry.ts'
import { fontSize, MarkedDrawing } from './marked-drawing.tsx'
import { BarMarks, LineMarks, type Tone, tones } from './marks.tsx'

type SeriesPoint = {
  key: string
  /** One or two lines below the mark, if there is room. */
  tick: string[]
  /** Full text for the readout and screen readers. */
  name: string
  value: number
  /** Draws the value as one that may still grow. */
  isUnfinished?: boolean
}

export interface SeriesChartProps {
  /** Names the chart for screen readers. */
  label: string
  /** Summary in words. */
  summary: string
  points: SeriesPoint[]
  toText: (value: number) => string
  kind: 'bars' | 'line'
  tone: Tone
  /** A line across all marks. */
  goal?: { value: number; label: string } | undefined
  height?: number
}

const letterWidth = 7

/** A row of values, as bars or a line. */
export function SeriesChart({ label, summary, points, toText, kind, tone, goal, height = 200 }: SeriesChartProps) {
  const marks = points.map(({ key, name, value }) => ({
    key,
    name: `${name}: ${toText(value)}`,
    readout: { value: toText(value), detail: name },
  }))
  return (
    <MarkedDrawing label={label} summary={summary} marks={marks} height={height}>
      {({ width, activeIndex }) => {
        const geometry = layOut(points, {
          width,
          height,
          goal: goal?.value,
          letterWidth,
          lineHeight: fontSize + 4,
        })
        const Marks = kind === 'bars' ? BarMarks : LineMarks
        return (
          <>
            <Lanes geometry={geometry} width={width} />
            <Marks geometry={geometry} tone={tone} activeIndex={activeIndex} />
            {goal && <GoalMark y={geometry.y(goal.value)} width={width} label={goal.label} />}
            <Texts geometry={geometry} points={points} height={height} />
          </>
        )
      }}
    </MarkedDrawing>
  )
}

/** Grid lines and the ground line. */
function Lanes({ geometry: { domain, y }, width }: { geometry: Geometry; width: number }) {
  const levels = new Set(
    [domain.high, (domain.high * 2) / 3, domain.high / 3, domain.low].filter((level) => level !== 0),
  )
  return (
    <>
      {[...levels].map((level) => (
        <line
          key={level}
          x2={width}
          y1={y(level)}
          y2={y(level)}
          strokeDasharray="2 6"
          className="stroke-1 stroke-border forced-colors:stroke-[GrayText]"
        />
      ))}
      <line x2={width} y1={y(0)} y2={y(0)} className="stroke-1 stroke-control forced-colors:stroke-[CanvasText]" />
    </>
  )
}

function GoalMark({ y, width, label }: { y: number; width: number; label: string }) {
  const dashes = cn('stroke-2', tones.goal.stroke)
  // Average glyph width in bold; `letter` is the width of the widest glyph.
  const start = width - label.length * 6 - 24
  return (
    <>
      <line x2={width} y1={y} y2={y} strokeDasharray="8 4" className={dashes} />
      <line x1={start} x2={start + 20} y1={fontSize - 4} y2={fontSize - 4} strokeDasharray="8 4" className={dashes} />
      <text x={width} y={fontSize} textAnchor="end" className={`fill-primary-text font-semibold ${forcedText}`}>
        {label}
      </text>
    </>
  )
}

const forcedText = 'forced-colors:fill-[CanvasText]'
/** Text with an outline, readable over a line. */
const halo = 'stroke-surface stroke-4 [paint-order:stroke] forced-colors:stroke-[Canvas]'

function Texts({ geometry, points, height }: { geometry: Geometry; points: SeriesPoint[]; height: number }) {
  return points.map(({ key, tick, value }, index) => {
    const slot = geometry.slots[index]
    if (!slot) return null
    return (
      <g key={key}>
        {geometry.valueLabels.has(index) && value !== 0 && (
          <text
            x={slot.labelAt}
            y={value < 0 ? geometry.y(value) + fontSize + 2 : geometry.y(value) - 6}
            textAnchor="middle"
            className={`fill-foreground font-semibold ${forcedText} ${halo}`}
          >
            {amount(value)}
          </text>
        )}
        {geometry.ticks.has(index) &&
          tick.map((line, row) => (
            <text
              key={line}
              x={slot.tickAt}
              y={height - (tick.length - 1 - row) * (fontSize + 3) - 3}
              textAnchor="middle"
              className={`fill-muted-foreground ${forcedText}`}
            >
              {line}
            </text>
          ))}
      </g>
    )
  })
}
