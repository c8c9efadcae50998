import { ClipboardCheck, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { amount, countText } from '#client/platform/formats/amounts.ts'
import { definitions, type NumberName } from '#contract/analytics/definitions.ts'
import type { ReviewService } from '#contract/analytics/endpoints.ts'
import { formatNumber } from '#contract/analytics/number-texts.ts'
import { smallestGroup } from '#contract/analytics/suppression.ts'
import { ChartFigure } from '../charts/chart-figure.tsx'
import { LaneList } from '../charts/lane-list.tsx'
import { SeriesChart } from '../charts/series-chart.tsx'
import { NumberHelp } from '../number-help.tsx'
import { describeReviews, nameTimes } from './review-service.ts'

const proofsText = (count: number) => countText(count, ['proof', 'proofs'])
const timeOf = (duration: number | null) => formatNumber('duration', duration)

/** Review statistics: time to a decision, waiting proofs, and outcomes. */
export function ReviewSection({ reviews }: { reviews: ReviewService }) {
  const { firstTries, reversals } = reviews
  return (
    <section aria-label="Review times" className="flex min-w-0 flex-col gap-6">
      <div>
        <h2 className="text-xl">Review times</h2>
        <p className="max-w-prose text-muted-foreground">{describeReviews(reviews)}</p>
      </div>
      <div className="grid gap-x-10 gap-y-8 @3xl:grid-cols-2">
        <ReviewTimes decided={reviews.decided} />
        <Waiting waiting={reviews.waiting} />
        <Rejections rejections={reviews.rejections} />
        <dl className="grid content-start gap-6 @sm:grid-cols-2">
          <Figure number="firstPassRate" icon={ClipboardCheck} value={formatNumber('share', firstTries.approvedShare)}>
            {describeFirstTries(firstTries)}
          </Figure>
          <Figure number="reversals" icon={RotateCcw} value={amount(reversals)}>
            in this period
          </Figure>
        </dl>
      </div>
    </section>
  )
}

function describeFirstTries({ proofs, approvedShare }: ReviewService['firstTries']): string {
  if (proofs === 0) return 'no first decision in this period'
  if (approvedShare === null) return `shown for at least ${smallestGroup} first decisions`
  return `of ${countText(proofs, ['first decision', 'first decisions'])}`
}

function ReviewTimes({ decided: { proofs, median, p90, times } }: Pick<ReviewService, 'decided'>) {
  const groups = nameTimes(times)
  return (
    <ChartFigure
      title="Time to review"
      name="Time to review"
      number="medianReviewTime"
      table={{
        columns: ['Time', 'Proofs'],
        rows: [
          ...groups.map(({ name, proofs }) => ({ key: name, cells: [name, amount(proofs)] as [string, string] })),
          { key: 'median', cells: [definitions.medianReviewTime.name, timeOf(median)] },
          { key: 'p90', cells: [definitions.slowReviewTime.name, timeOf(p90)] },
        ],
      }}
    >
      <SeriesChart
        label="Time to review"
        summary={
          proofs === 0
            ? 'No proof was reviewed in this period.'
            : `Median ${timeOf(median)}. Nine of ten within ${timeOf(p90)}.`
        }
        points={groups.map(({ name, tick, proofs }) => ({ key: name, tick, name, value: proofs }))}
        toText={proofsText}
        kind="bars"
        tone="people"
        height={170}
      />
    </ChartFigure>
  )
}

function Waiting({ waiting }: Pick<ReviewService, 'waiting'>) {
  const { proofs, median, p90, oldest } = waiting
  const times: [NumberName, number | null][] = [
    ['medianWaiting', median],
    ['slowWaiting', p90],
    ['oldestWaiting', oldest],
  ]
  return (
    <ChartFigure
      title={definitions.waitingProofs.name}
      name={definitions.waitingProofs.name}
      number="waitingProofs"
      total={<span className="font-display text-lg font-bold tabular-nums">{proofsText(proofs)}</span>}
      table={{
        columns: ['Number', 'Time'],
        rows: times.map(([number, time]) => ({ key: number, cells: [definitions[number].name, timeOf(time)] })),
      }}
    >
      {oldest === null ? (
        <p className="mt-2 text-sm text-muted-foreground">Every proof has its decision.</p>
      ) : (
        <LaneList
          label={definitions.waitingProofs.name}
          tone="fill-chart-4"
          lanes={times.map(([number, time]) => ({
            key: number,
            name: definitions[number].name,
            text: timeOf(time),
            description: `${definitions[number].name}: ${timeOf(time)}`,
            share: oldest === 0 ? 0 : (time ?? 0) / oldest,
          }))}
        />
      )}
    </ChartFigure>
  )
}

function Rejections({ rejections }: Pick<ReviewService, 'rejections'>) {
  const { name } = definitions.rejectionReasons
  const most = Math.max(1, ...rejections.map(({ proofs }) => proofs))
  return (
    <ChartFigure
      title={name}
      name={name}
      number="rejectionReasons"
      table={{
        columns: ['Reason', 'Proofs'],
        rows: rejections.map(({ reason, proofs }) => ({ key: reason, cells: [reason, amount(proofs)] })),
      }}
    >
      {rejections.length === 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">No proof was rejected in this period.</p>
      ) : (
        <LaneList
          label={name}
          tone="fill-chart-2"
          lanes={rejections.map(({ reason, proofs }) => ({
            key: reason,
            name: reason,
            text: amount(proofs),
            description: `${reason}: ${proofsText(proofs)}`,
            share: proofs / most,
          }))}
        />
      )}
    </ChartFigure>
  )
}

interface FigureProps {
  number: NumberName
  icon: typeof RotateCcw
  value: string
  children: ReactNode
}

function Figure({ number, icon: Icon, value, children }: FigureProps) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="flex min-h-8 items-center gap-1.5 text-sm font-semibold text-muted-foreground">
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {definitions[number].name}
        <NumberHelp number={number} />
      </dt>
      <dd className="flex flex-col">
        <span className="font-display text-3xl font-bold tracking-tight tabular-nums">{value}</span>
        <span className="mt-0.5 text-sm text-muted-foreground tabular-nums">{children}</span>
      </dd>
    </div>
  )
}
