import { Users } from 'lucide-react'
import { countText } from '#client/platform/formats/amounts.ts'
import { cn } from '#client/ui/cn.ts'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Table, TableBody, TableCell, TableColumn, TableHead, TableRow } from '#client/ui/lists/table.tsx'
import { definitions } from '#contract/analytics/definitions.ts'
import type { CompanyAnalytics } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'
import { NumberHelp } from '../number-help.tsx'

const numbers = ['points', 'calories', 'activeDays', 'completion', 'consistency'] as const

type Field = NonNullable<CompanyAnalytics['field']>
type Totals = CompanyAnalytics['totals']
type Comparison = (typeof numbers)[number]

/** The company's figures beside the median of the others. No other company is named, and too few have no median. */
export function FieldComparison({ company, field, days }: { company: Totals; field: Field | null; days: number }) {
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-lg">You and the others</h2>
      {field ? (
        <p className="text-sm text-muted-foreground">
          Beside the median of {countText(field.companies, ['other company', 'other companies'])}: half of them have
          more, half have less.
        </p>
      ) : (
        <Notice icon={Users} tone="info">
          The median of the others is shown when at least {smallestGroup} other companies take part. With fewer, it
          would reveal single companies.
        </Notice>
      )}
      <Table caption="You and the others" className={cn('max-sm:[&_:is(th,td)]:px-2', !field && 'sm:max-w-md')}>
        <TableHead>
          <TableColumn>Measure</TableColumn>
          <TableColumn numeric>You</TableColumn>
          {field && <TableColumn numeric>Median</TableColumn>}
          {field && <TableColumn className="w-2/5 max-sm:hidden">You compared with the median</TableColumn>}
        </TableHead>
        <TableBody>
          {numbers.map((number) => {
            const { name, unit } = definitions[number]
            return (
              <TableRow key={number}>
                <TableCell heading>
                  <span className="flex items-center gap-1">
                    {name}
                    <NumberHelp number={number} />
                  </span>
                </TableCell>
                <TableCell numeric className="font-semibold">
                  {formatNumber(unit, company[number])}
                </TableCell>
                {field && <TableCell numeric>{formatNumber(unit, field[number])}</TableCell>}
                {field && (
                  <TableCell className="max-sm:hidden">
                    <DistanceMark {...sharesOf(number, company[number] ?? 0, field[number] ?? 0, days)} />
                  </TableCell>
                )}
              </TableRow>
            )
          })}
        </TableBody>
      </Table>
    </section>
  )
}

/**
 * Both numbers on a scale from 0 to 1. Sums have no natural limit: their median is in the middle, and twice the median
 * is the end.
 */
function sharesOf(number: Comparison, value: number, median: number, days: number) {
  const { unit } = definitions[number]
  const limit = unit === 'share' ? 1 : unit === 'count' ? days : 2 * (median || value)
  const share = (one: number) => Math.min(1, Math.max(0, one / (limit || 1)))
  return { value: share(value), median: share(median) }
}

/** A lane with a runner, and a post at the median. Decorative: the numbers are beside it. */
function DistanceMark({ value, median }: { value: number; median: number }) {
  const place = (share: number) => `${4 + share * 92}%`
  return (
    <svg width="100%" height="24" aria-hidden="true" className="block [print-color-adjust:exact]">
      <rect
        y="9"
        width="100%"
        height="6"
        rx="3"
        className="fill-accent forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]"
      />
      <rect y="9" width={place(value)} height="6" rx="3" className="fill-primary forced-colors:fill-[CanvasText]" />
      <line
        x1={place(median)}
        x2={place(median)}
        y1="2"
        y2="22"
        className="stroke-3 stroke-foreground forced-colors:stroke-[CanvasText]"
      />
      <circle
        cx={place(value)}
        cy="12"
        r="7"
        className="fill-primary stroke-2 stroke-surface forced-colors:fill-[Highlight]"
      />
    </svg>
  )
}
