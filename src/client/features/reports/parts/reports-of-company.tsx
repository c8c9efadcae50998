import { FileText } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { Card, CardBody, CardHeader } from '#client/ui/layout/card.tsx'
import { useCreateReport } from '../queries.ts'
import { ReportList } from '../report-list.tsx'

interface ReportsOfCompanyProps {
  companyId: string
  companyName: string
}

/** The reports of one company, for organisers. */
export function ReportsOfCompany({ companyId, companyName }: ReportsOfCompanyProps) {
  const report = useCreateReport('company')
  return (
    <Card aria-label="Reports">
      <CardHeader
        title="Reports"
        action={
          <Button
            variant="outline"
            size="sm"
            className="-my-1"
            pending={report.isPending}
            onClick={() => void report.run({ companyId, companyName, period: {} })}
          >
            <FileText aria-hidden="true" />
            Create report
          </Button>
        }
      />
      <CardBody>
        <ReportList companyId={companyId} emptyText="A report is ready a few seconds after you create it." />
      </CardBody>
    </Card>
  )
}
