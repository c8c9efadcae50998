import { useQuery } from '@tanstack/react-query'
import { CircleCheck, Download, FileText, LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { dayOf, momentOf } from '#client/platform/formats/dates.ts'
import { QuerySection } from '#client/platform/sections/query-section.tsx'
import { Button } from '#client/ui/buttons/button.tsx'
import { buttonStyles } from '#client/ui/buttons/button-styles.ts'
import { Badge } from '#client/ui/display/badge.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import type { Report } from '#contract/reports/endpoints.ts'
import { ProgressLane } from './progress-lane.tsx'
import { reportFileAddress, reportList, reportsPerPage, useRetryReport } from './queries.ts'

interface ReportListProps {
  /** Says how a report is created. */
  emptyText: string
  /** For administrators: only reports of this company. */
  companyId?: string
}

/** Reports in progress and downloadable ones, updated live. */
export function ReportList({ emptyText, companyId }: ReportListProps) {
  const [limit, setLimit] = useState(reportsPerPage)
  const reports = useQuery(reportList(limit, companyId))
  return (
    <QuerySection query={reports} failure="Couldn’t load the reports." skeleton={<ListSkeleton />}>
      {({ items, total }) =>
        items.length === 0 ? (
          <EmptyState icon={FileText} title="No reports yet" description={emptyText} className="py-6" />
        ) : (
          <div className="flex flex-col gap-3">
            <ul aria-label="Reports" className="divide-y divide-border rounded-lg border border-border bg-surface">
              {items.map((report) => (
                <ReportItem key={report.id} report={report} />
              ))}
            </ul>
            {total > items.length && (
              <Button
                variant="outline"
                size="sm"
                className="self-start"
                pending={reports.isPlaceholderData}
                onClick={() => setLimit(limit + reportsPerPage)}
              >
                Show older reports
              </Button>
            )}
          </div>
        )
      }
    </QuerySection>
  )
}

function ListSkeleton() {
  return (
    <Loading label="Loading reports…">
      <Skeleton className="h-96 w-full" />
    </Loading>
  )
}

const nameOf = ({ companyName }: Report) => companyName ?? 'The whole challenge'

function ReportItem({ report }: { report: Report }) {
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">
          <bdi>{nameOf(report)}</bdi>
        </p>
        <p className="text-sm text-muted-foreground tabular-nums">{formatPeriod(report)}</p>
        <p className="text-sm wrap-anywhere text-muted-foreground tabular-nums">{describeMaking(report)}</p>
      </div>
      <ReportState report={report} />
    </li>
  )
}

function describeMaking({ createdAt, madeBy }: Report): string {
  const moment = momentOf(createdAt)
  return madeBy ? `Made ${moment} by ${madeBy}` : `Made ${moment} by the organisers`
}

function ReportState({ report }: { report: Report }) {
  const { state, progress } = report
  if (state === 'ready') return <ReportFiles report={report} />
  if (state === 'failed') return <FailedReport report={report} />
  return (
    <div className="flex w-full items-center gap-3 sm:w-56">
      <Badge tone="info" icon={LoaderCircle}>
        Making {progress}%
      </Badge>
      <ProgressLane label={`Making the report: ${nameOf(report)}`} done={progress} all={100} className="flex-1" />
    </div>
  )
}

const dataFormats = [
  { as: 'csv', label: 'CSV' },
  { as: 'json', label: 'JSON' },
] as const

function ReportFiles({ report }: { report: Report }) {
  const name = `${nameOf(report)}, ${formatPeriod(report)}, ${momentOf(report.createdAt)}`
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="success" icon={CircleCheck}>
        Ready until {dayOf(report.keptUntil)}
      </Badge>
      <div className="flex flex-wrap items-center gap-1">
        <a
          href={reportFileAddress(report, 'pdf')}
          download
          aria-label={`Download PDF: ${name}`}
          className={buttonStyles({ variant: 'outline', size: 'sm' })}
        >
          <Download aria-hidden="true" />
          Download PDF
        </a>
        {dataFormats.map(({ as, label }) => (
          <a
            key={as}
            href={reportFileAddress(report, as)}
            download
            aria-label={`${label}: ${name}`}
            className={buttonStyles({ variant: 'ghost', size: 'sm', className: 'max-sm:px-2.5' })}
          >
            {label}
          </a>
        ))}
      </div>
    </div>
  )
}

function FailedReport({ report }: { report: Report }) {
  const retry = useRetryReport()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Badge tone="destructive" icon={TriangleAlert}>
        Could not be made
      </Badge>
      <Button
        variant="outline"
        size="sm"
        aria-label={`Try again: ${nameOf(report)}`}
        pending={retry.isPending}
        onClick={() => void retry.run(report)}
      >
        <RotateCw aria-hidden="true" />
        Try again
      </Button>
    </div>
  )
}
