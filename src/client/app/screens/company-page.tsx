import { useSearch } from 'wouter'
import { CompanyLog } from '#client/features/administrators/company-log.tsx'
import { CompanyMails } from '#client/features/companies/management/page/company-mails.tsx'
import { CompanyPage as Company } from '#client/features/companies/management/page/company-page.tsx'
import { CompanyPoints } from '#client/features/companies/management/page/company-points.tsx'
import { CompanyPlace } from '#client/features/leaderboard/company-place.tsx'
import { CompanyProofs } from '#client/features/proofs/company/company-proofs.tsx'
import { ReportsOfCompany } from '#client/features/reports/parts/reports-of-company.tsx'
import { CompanyContributors } from '#client/features/team-links/parts/company-contributors.tsx'
import { paths } from '#client/platform/navigation/paths.ts'
import type { CompanyDetails } from '#contract/companies/endpoints.ts'

/** Composes what each slice knows about one company; `?company=` names it beside the list's own view. */
export function CompanyPage() {
  const query = new URLSearchParams(useSearch())
  const id = query.get('company') ?? ''
  query.delete('company')
  const list = query.size > 0 ? `${paths.companies}?${query}` : paths.companies
  return (
    <Company
      // The key resets pages, filters and dialogs for another company.
      key={id}
      id={id}
      list={list}
      place={({ hidden }) => <CompanyPlace companyId={id} isHidden={hidden} />}
      sections={(company) => <Sections company={company} />}
    />
  )
}

function Sections({ company: { id, name, email, profileComplete } }: { company: CompanyDetails }) {
  if (!profileComplete)
    return (
      <>
        <CompanyMails companyId={id} email={email} />
        <CompanyLog companyId={id} />
      </>
    )
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <CompanyProofs companyId={id} companyName={name} />
          <ReportsOfCompany companyId={id} companyName={name} />
          <CompanyContributors companyId={id} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <CompanyPoints companyId={id} />
          <CompanyMails companyId={id} email={email} />
        </div>
      </div>
      <CompanyLog companyId={id} />
    </>
  )
}
