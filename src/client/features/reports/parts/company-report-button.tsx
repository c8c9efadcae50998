import { FileText } from 'lucide-react'
import { Button } from '#client/ui/buttons/button.tsx'
import { type ReportPeriod, useCreateReport } from '../queries.ts'

interface CompanyReportButtonProps {
  companyId: string
  companyName: string
  period: ReportPeriod
}

/** Button in a row of the company table. */
export function CompanyReportButton({ companyId, companyName, period }: CompanyReportButtonProps) {
  const report = useCreateReport('company')
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      className="text-muted-foreground print:hidden"
      aria-label={`Make report: ${companyName}`}
      title="Make report"
      pending={report.isPending}
      onClick={() => void report.run({ companyId, companyName, period })}
    >
      <FileText aria-hidden="true" />
    </Button>
  )
}
