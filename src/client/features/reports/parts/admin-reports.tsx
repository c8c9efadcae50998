import { useQuery } from '@tanstack/react-query'
import { FileText, Mails } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#client/platform/formats/amounts.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import type { Period } from '#contract/analytics/period.ts'
import { reportBatches, useCreateReport, useCreateReportBatch } from '../queries.ts'
import { ReportBatchStatus } from '../report-batch-status.tsx'
import { ReportList } from '../report-list.tsx'

interface AdminReportsProps {
  /** Undefined until the period is known. */
  period: Period | undefined
  companies: number
}

/** Reports for a period: one of the challenge, or a batch for all companies. */
export function AdminReports({ period, companies }: AdminReportsProps) {
  const report = useCreateReport('challenge')
  const batches = useQuery(reportBatches)
  const [latest] = batches.data ?? []
  const isUnderWay = latest !== undefined && latest.finishedAt === null
  // A batch stands above the list: wait for it, so that it does not push the list down.
  if (batches.isPending) return <ReportsSkeleton />
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button disabled={!period} pending={report.isPending} onClick={() => period && void report.run({ period })}>
          <FileText aria-hidden="true" />
          Create challenge report
        </Button>
        <AllReportsButton period={period} companies={companies} disabled={isUnderWay || companies === 0} />
      </div>
      {latest && <ReportBatchStatus batch={latest} />}
      <ReportList emptyText="Create the report of the challenge here, or that of one company in the analytics." />
    </>
  )
}

function ReportsSkeleton() {
  return (
    <Loading label="Loading reports…" className="flex flex-col gap-6">
      <Skeleton className="h-10 w-96 max-w-full pointer-coarse:h-11" />
      <Skeleton className="h-80" />
    </Loading>
  )
}

/** Opens a confirmation first, because sent emails cannot be recalled. */
function AllReportsButton({ period, companies, disabled }: AdminReportsProps & { disabled: boolean }) {
  const batch = useCreateReportBatch()
  const [open, setOpen] = useState(false)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="outline" disabled={disabled || !period}>
          <Mails aria-hidden="true" />
          Email every company its report
        </Button>
      }
      title="Email every company its report?"
      description={`${countText(companies, ['company', 'companies'])} will each get a report for ${period ? formatPeriod(period) : ''}, and one email with a link to it. They’ll be asked to sign in.`}
      confirmLabel="Email reports"
      pendingLabel="Starting…"
      pending={batch.isPending}
      onConfirm={() => period && void batch.run(period, { onSuccess: () => setOpen(false) })}
    />
  )
}
