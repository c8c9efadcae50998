import { CompanySetup } from '#client/features/companies/company-setup.tsx'
import { Dashboard } from '#client/features/companies/dashboard.tsx'
import { TopCompanies } from '#client/features/leaderboard/top-companies.tsx'
import { AvailableTasks } from '#client/features/tasks/available-tasks.tsx'
import { useUser } from '#client/platform/session.ts'

/** The dashboard's place; before there is a company, its setup stands there. */
export function CompanyHome() {
  const user = useUser()
  if (!user.companyId) return <CompanySetup user={user} />
  return (
    <Dashboard companyId={user.companyId}>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <AvailableTasks />
        <TopCompanies />
      </div>
    </Dashboard>
  )
}
