import { FileText } from 'lucide-react'
import { useHashTarget } from '#client/platform/navigation/hash.ts'
import { Button } from '#client/ui/buttons/button.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { keptForDays } from '#contract/reports/endpoints.ts'
import { useCreateReport } from '../queries.ts'
import { ReportList } from '../report-list.tsx'

/** A company's reports; the link in the organisers' email leads here. */
export function CompanyReports() {
  useHashTarget()
  const report = useCreateReport('company')
  return (
    <Card id="reports" tabIndex={-1} aria-label="Wellness report" className="@container">
      <CardHeader
        title="Wellness report"
        description={`Your challenge so far on four pages, to print or pass on. Reports are kept for ${keptForDays} days.`}
        action={
          <Button pending={report.isPending} onClick={() => void report.run({ period: {} })}>
            <FileText aria-hidden="true" />
            Make report
          </Button>
        }
      />
      <CardBody>
        <ReportList emptyText="A report is ready to download a few seconds after you make it." />
      </CardBody>
    </Card>
  )
}
