import { useQuery } from '@tanstack/react-query'
import { exactMomentOf, momentOf } from '#client/platform/dates.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { cn } from '#client/ui/cn.ts'
import { ErrorState } from '#client/ui/error-state.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import type { PointEntry } from '#contract/proofs/endpoints.ts'
import { pointLedger } from './queries.ts'

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })
const number = new Intl.NumberFormat('en')

/** The lines behind a total, the newest first: nobody has to believe a number. */
export function PointLedger({ companyId }: { companyId: string }) {
  const { data, error, isFetching, refetch } = useQuery(pointLedger(companyId))
  return (
    <section aria-labelledby="point-ledger">
      <h3 id="point-ledger" className="text-lg">
        History
      </h3>
      {!data && !error && (
        <Loading label="Loading history…" className="mt-2 flex flex-col gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </Loading>
      )}
      {!data && error && (
        <ErrorState
          description={sentenceOf(error, 'The history did not load.')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {data?.items.length === 0 && (
        <p className="mt-1 text-muted-foreground">No points yet. The first approved proof brings the first entry.</p>
      )}
      {data && data.items.length > 0 && (
        <ol className="mt-2 divide-y divide-border border-y border-border">
          {data.items.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {data && data.total > data.items.length && (
        <p className="mt-2 text-sm text-muted-foreground">
          The latest {number.format(data.items.length)} of {number.format(data.total)} entries.
        </p>
      )}
    </section>
  )
}

function Line({ entry }: { entry: PointEntry }) {
  const { kind, points, calories, at, reason, taskTitle } = entry
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {kind === 'adjust' ? 'Adjusted by an administrator' : (taskTitle ?? 'A task')}
          {kind === 'reverse' && <span className="font-normal text-muted-foreground"> reversed</span>}
        </p>
        {reason && (
          <p dir="auto" className="text-sm wrap-anywhere">
            {reason}
          </p>
        )}
        <time dateTime={at} title={exactMomentOf(at)} className="text-sm text-muted-foreground">
          {momentOf(at)}
        </time>
      </div>
      <p className="text-right tabular-nums">
        <span className={cn('font-semibold', points < 0 && 'text-destructive')}>{signed.format(points)}</span> points
        <span className="block text-sm text-muted-foreground">{signed.format(calories)} kcal</span>
      </p>
    </li>
  )
}
