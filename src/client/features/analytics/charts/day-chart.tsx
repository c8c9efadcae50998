import { amount } from '#client/platform/formats/amounts.ts'
import { formatDayOrSoFar, formatShortDay, formatWeekday } from '#contract/analytics/day-texts.ts'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import { ChartFigure } from './chart-figure.tsx'
import { SeriesChart, type SeriesChartProps } from './series-chart.tsx'
import { summarizeDays } from './summary.ts'

interface DayChartProps extends Pick<SeriesChartProps, 'toText' | 'kind' | 'tone' | 'goal' | 'height'> {
  number: NumberName
  days: { date: string; value: number }[]
  /** The current day, drawn as unfinished and labelled "so far". */
  today: string
  /** Total of the period, if the days add up to one. */
  total?: string
  className?: string
}

/** Up to this number of days the labels have the weekday. */
const fewDays = 14

/** One value per day. */
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
