import { amount } from '#client/platform/formats/amounts.ts'
import { formatDayOrSoFar, formatShortDay, formatWeekday } from '#contract/analytics/day-texts.ts'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import { ChartFigure } from './chart-figure.tsx'
import { SeriesChart, type SeriesChartProps } from './series-chart.tsx'
import { summarizeDays } from './summary.ts'

interface DayChartProps extends Pick<SeriesChartProps, 'toText' | 'kind' | 'tone' | 'goal' | 'height'> {
  number: NumberName
  days: { date: string; value: number }[]
  /** The day that is not over: it is drawn as one and told "so far". */
  today: string
  /** The number of the whole period, where the days add up to one. */
  total?: string
  className?: string
}

/** So many days have room for the day of the week. */
const fewDays = 14

/** A number of every day. */
export function DayChart({ number, days, today, total, className, ...chart }: DayChartProps) {
  const { name } = definitions[number]
  const title = `${name} by day`
  const tickOf = (date: string, day: string) => (days.length <= fewDays ? [formatWeekday(date), day] : [day])
  const points = days.map(({ date, value }) => ({
    key: date,
    tick: tickOf(date, date === today ? 'so far' : formatShortDay(date)),
    name: formatDayOrSoFar(date, today),
    value,
    isUnfinished: date === today,
  }))
  return (
    <ChartFigure
      title={title}
      name={title}
      number={number}
      className={className ?? ''}
      total={total && <span className="font-display text-lg font-bold tabular-nums">{total}</span>}
      table={{
        columns: ['Day', name],
        rows: days.map(({ date, value }) => ({ key: date, cells: [formatDayOrSoFar(date, today), amount(value)] })),
      }}
    >
      <SeriesChart label={title} summary={summarizeDays(days, today, chart.toText)} points={points} {...chart} />
    </ChartFigure>
  )
}
