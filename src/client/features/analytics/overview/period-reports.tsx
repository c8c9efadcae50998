import { AdminReports } from '#client/features/reports/parts/admin-reports.tsx'
import { PeriodPicker } from './period-picker.tsx'
import { useChosenPeriod } from './use-chosen-period.ts'

/** Reports for a chosen period, and those made before. */
export function PeriodReports() {
  const { choice, choose, displayed, overview } = useChosenPeriod()
  const { data } = overview
  return (
    <div className="flex flex-col gap-6">
      <PeriodPicker choice={choice} displayed={displayed} onChoose={choose} />
      <AdminReports period={data && displayed} companies={data?.totals.companies ?? 0} />
    </div>
  )
}
