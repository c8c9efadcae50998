import { useQuery } from '@tanstack/react-query'
import { pointLedger } from '#client/features/points/queries.ts'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { cn } from '#client/ui/cn.ts'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import type { PointEntry } from '#contract/points/endpoints.ts'

const signed = new Intl.NumberFormat('en', { signDisplay: 'exceptZero' })
const number = new Intl.NumberFormat('en')

/** The entries behind a total, newest first. */
export function PointLedger({ companyId }: { companyId: string }) {
  const ledger = useQuery(pointLedger(companyId))
  return (
    <section aria-labelledby="point-ledger">
      <h3 id="point-ledger" className="text-lg">
        History
      </h3>
      <QuerySection
        query={ledger}
        failure="The history did not load."
        skeleton={
          <Loading label="Loading history…" className="mt-2 flex flex-col gap-2">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </Loading>
        }
      >
        {({ items, total }) => <Entries entries={items} total={total} />}
      </QuerySection>
    </section>
  )
}

function Entries({ entries, total }: { entries: PointEntry[]; total: number }) {
  if (entries.length === 0) {
    return <p className="mt-1 text-muted-foreground">No points yet. The first approved proof brings the first entry.</p>
  }
  return (
    <>
      <ol className="mt-2 divide-y divide-border border-y border-border">
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {total > entries.length && (
        <p className="mt-2 text-sm text-muted-foreground">
          The latest {number.format(entries.length)} of {number.format(total)} entries.
        </p>
      )}
    </>
  )
}

function Entry({ entry }: { entry: PointEntry }) {
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
