import { CircleCheck, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import { amount, countText } from '#client/platform/formats/amounts.ts'
import { momentOf } from '#client/platform/formats/dates.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Badge } from '#client/ui/display/badge.tsx'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import type { ReportBatch } from '#contract/reports/endpoints.ts'
import { ProgressLane } from './progress-lane.tsx'
import { useRetryReportBatch } from './queries.ts'

/** Progress of a batch: reports created of the total, and emails sent. */
export function ReportBatchStatus({ batch }: { batch: ReportBatch }) {
  const { companies, ready, failed, emailed, finishedAt, createdAt } = batch
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-border bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="font-semibold">Reports of all companies</p>
          <p className="text-sm text-muted-foreground tabular-nums">
            {formatPeriod(batch)} · started {momentOf(createdAt)}
          </p>
        </div>
        <BatchState batch={batch} />
      </div>
      <ProgressLane label="Reports of all companies" done={ready + failed} all={companies} />
      <p role="status" className="text-sm tabular-nums">
        {amount(ready)} of {countText(companies, ['report', 'reports'])} made, {amount(emailed)} emailed
        {failed > 0 ? `, ${amount(failed)} could not be made` : ''}
        {finishedAt ? '.' : '…'}
      </p>
    </div>
  )
}

function BatchState({ batch: { id, finishedAt, failed } }: { batch: ReportBatch }) {
  const retry = useRetryReportBatch()
  if (!finishedAt)
    return (
      <Badge tone="info" icon={LoaderCircle}>
        Under way
      </Badge>
    )
  if (failed === 0)
    return (
      <Badge tone="success" icon={CircleCheck}>
        Done
      </Badge>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="destructive" icon={TriangleAlert}>
        {countText(failed, ['report', 'reports'])} failed
      </Badge>
      <Button variant="outline" size="sm" pending={retry.isPending} onClick={() => void retry.run(id)}>
        <RotateCw aria-hidden="true" />
        Try the failed ones again
      </Button>
    </div>
  )
}
