import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { entriesPerPage, pointLedger } from '#client/features/points/queries.ts'
import { amount, signed } from '#client/platform/formats/amounts.ts'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { PagedCard } from '#client/platform/sections/paged-card.tsx'
import { cn } from '#client/ui/cn.ts'
import type { PointEntry } from '#contract/points/endpoints.ts'

/** The entries behind a total, newest first. */
export function CompanyPoints({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1)
  const ledger = useQuery(pointLedger(companyId, page))
  return (
    <PagedCard
      title="Points"
      query={ledger}
      page={page}
      size={entriesPerPage}
      onTurn={setPage}
      things="entries"
      rowHeight="h-17"
      reserved="min-h-86"
      empty="No points yet. The first approved proof brings the first entry."
    >
      {(entries) => (
        <ol className="divide-y divide-border">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
    </PagedCard>
  )
}

function Entry({ entry: { kind, points, calories, at, reason, taskTitle } }: { entry: PointEntry }) {
  const title = kind === 'adjust' ? 'Adjusted by an administrator' : (taskTitle ?? 'A task')
  return (
    <li className="grid min-h-17 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-5 py-2.5">
      <div className="min-w-0">
        <p dir="auto" className="font-semibold wrap-anywhere">
          {kind === 'reverse' ? `${title} (reversed)` : title}
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
        <span className={cn('font-semibold', points < 0 && 'text-destructive')}>{signed(points)}</span>{' '}
        {Math.abs(points) === 1 ? 'point' : 'points'}
        <span className="block text-sm text-muted-foreground">{amount(calories)} kcal</span>
      </p>
    </li>
  )
}
