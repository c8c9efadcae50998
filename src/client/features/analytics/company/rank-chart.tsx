import { amount } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { formatDayOrSoFar, formatShortDay } from '#contract/analytics/day-texts.ts'
import { definitions } from '#contract/analytics/definitions.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { MarkedDrawing } from '../charts/marked-drawing.tsx'
import { tones } from '../charts/marks.tsx'
import { pickTicks } from '../charts/scale.ts'
import { describeRanks, findRankedRuns, isValley, pickRankLabels, type RankOfDay, rankText } from './rank-course.ts'

const title = `${definitions.rank.name} over time`

/** The rank at the end of each day. The first rank is at the top, as on the leaderboard. */
export function RankChart({ ranks, today }: { ranks: RankOfDay[]; today: string }) {
  return (
    <ChartFigure
      title={title}
      name={title}
      number="rank"
      table={{
        columns: ['Day', definitions.rank.name, 'Points in all'],
        rows: ranks.map(({ date, rank, points }) => ({
          key: date,
          cells: [formatDayOrSoFar(date, today), rank === null ? '–' : amount(rank), amount(points)],
        })),
      }}
    >
      <MarkedDrawing
        label={title}
        summary={describeRanks(ranks)}
        marks={ranks.map((rank) => toMark(rank, today))}
        height={height}
      >
        {({ width, activeIndex }) => <RankLine ranks={ranks} today={today} width={width} activeIndex={activeIndex} />}
      </MarkedDrawing>
    </ChartFigure>
  )
}

const height = 180
const top = 22
/** Room below the worst rank for its number and the day. */
const bottom = height - 46
const labelWidth = 30
const tickWidth = 52

const toMark = ({ date, rank, points }: RankOfDay, today: string) => ({
  key: date,
  name: `${formatDayOrSoFar(date, today)}: ${rankText(rank)}`,
  readout: { value: rankText(rank), detail: `${formatDayOrSoFar(date, today)}, ${amount(points)} points in all` },
})

interface RankLineProps {
  ranks: RankOfDay[]
  today: string
  width: number
  activeIndex: number | undefined
}

const text = 'forced-colors:fill-[CanvasText]'

function RankLine({ ranks, today, width, activeIndex }: RankLineProps) {
  const slotWidth = width / Math.max(1, ranks.length)
  const values = ranks.map(({ rank }) => rank)
  const worst = Math.max(2, ...values.map((rank) => rank ?? 1))
  const x = (index: number) => (index + 0.5) * slotWidth
  const y = (rank: number) => top + ((rank - 1) / (worst - 1)) * (bottom - top)
  const inside = (at: number, textWidth: number) => Math.min(Math.max(at, textWidth / 2), width - textWidth / 2)
  const labels = pickRankLabels(values, slotWidth, labelWidth)
  const ticks = pickTicks(ranks.length, width, tickWidth)
  return (
    <>
      {[1, worst].map((rank) => (
        <line
          key={rank}
          x2={width}
          y1={y(rank)}
          y2={y(rank)}
          strokeDasharray="2 6"
          className="stroke-1 stroke-border forced-colors:stroke-[GrayText]"
        />
      ))}
      {findRankedRuns(values).map((run) => (
        <path
          key={run[0]}
          d={`M${run.map((index) => `${x(index)} ${y(values[index] ?? worst)}`).join('L')}`}
          fill="none"
          strokeLinejoin="round"
          strokeLinecap="round"
          className={cn('stroke-3', tones.goal.stroke)}
        />
      ))}
      {ranks.map(({ date, rank }, index) => (
        <g key={date}>
          {rank !== null && (slotWidth >= 14 || index === activeIndex) && (
            <circle
              cx={x(index)}
              cy={y(rank)}
              r={index === activeIndex ? 7 : 5}
              className={cn(
                'stroke-2 stroke-surface',
                tones.goal.fill,
                index === activeIndex && 'stroke-foreground forced-colors:stroke-[Highlight]',
              )}
            />
          )}
          {rank !== null && labels.has(index) && (
            <text
              x={inside(x(index), labelWidth)}
              y={y(rank) + (isValley(values, index) ? 21 : -9)}
              textAnchor="middle"
              className={`fill-foreground stroke-surface stroke-4 font-semibold [paint-order:stroke] forced-colors:stroke-[Canvas] ${text}`}
            >
              {amount(rank)}
            </text>
          )}
          {ticks.has(index) && (
            <text
              x={inside(x(index), tickWidth)}
              y={height - 3}
              textAnchor="middle"
              className={`fill-muted-foreground ${text}`}
            >
              {date === today ? 'so far' : formatShortDay(date)}
            </text>
          )}
        </g>
      ))}
    </>
  )
}
