import { useQuery } from '@tanstack/react-query'
import { FileText, Mails } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#client/platform/formats/amounts.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { ConfirmDialog } from '#client/ui/overlays/alert-dialog.tsx'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import type { Period } from '#contract/analytics/period.ts'
import { keptForDays } from '#contract/reports/endpoints.ts'
import { reportBatches, useCreateReport, useCreateReportBatch } from '../queries.ts'
import { ReportBatchStatus } from '../report-batch-status.tsx'
import { ReportList } from '../report-list.tsx'

interface AdminReportsProps {
  /** The period of the analytics. */
  period: Period
  companies: number
}

/** Reports for the period above: one of the challenge, or a batch for all companies. */
export function AdminReports({ period, companies }: AdminReportsProps) {
  const report = useCreateReport('challenge')
  const { data: batches = [] } = useQuery(reportBatches)
  const [latest] = batches
  const isUnderWay = latest !== undefined && latest.finishedAt === null
  return (
    <section aria-labelledby="reports-heading" className="flex min-w-0 flex-col gap-4 print:hidden">
      <div>
        <h3 id="reports-heading" className="text-lg font-semibold">
          Reports
        </h3>
        <p className="max-w-prose text-muted-foreground">
          Four pages about the period above: what was found, participation by day, places and tasks, and what the
          numbers mean. Kept for {keptForDays} days.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button pending={report.isPending} onClick={() => void report.run({ period })}>
          <FileText aria-hidden="true" />
          Make challenge report
        </Button>
        <AllReportsButton period={period} companies={companies} disabled={isUnderWay || companies === 0} />
      </div>
      {latest && <ReportBatchStatus batch={latest} />}
      <ReportList emptyText="Make the report of the challenge here, or that of one company in the table above." />
    </section>
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
        <Button
          variant="outline"
          disabled={disabled}
          className="h-auto! min-h-10 shrink! py-2 text-left whitespace-normal!"
        >
          <Mails aria-hidden="true" />
          Make all company reports and email a link
        </Button>
      }
      title="Make and email the reports of all companies?"
      description={`${countText(companies, ['company', 'companies'])} will each get a report for ${formatPeriod(period)}, and one email with a link to it. It opens after signing in.`}
      confirmLabel="Make and email reports"
      pendingLabel="Starting…"
      pending={batch.isPending}
      onConfirm={() => void batch.run(period, { onSuccess: () => setOpen(false) })}
    />
  )
}
