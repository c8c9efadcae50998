import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { paths } from '#client/platform/navigation/paths.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { PagedList } from '#client/platform/sections/paged-list.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { PageHeader } from '#client/ui/layout/page-header.tsx'
import { companyOrders, exportCompanies } from '#contract/companies/endpoints.ts'
import { companyTable } from '../queries.ts'
import { CompaniesTable } from './companies-table.tsx'
import { CompaniesTableSkeleton } from './companies-table-skeleton.tsx'
import { CompanyDialogs, useCompanyDialogs } from './company-dialogs.tsx'
import { WaitingTeamSizes } from './waiting-team-sizes.tsx'

export function CompaniesPage() {
  const list = useListUrl(companyOrders, 'name')
  const { q, sort, page } = list
  const table = useQuery(companyTable({ q, sort, page }))
  const dialogs = useCompanyDialogs()
  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Companies"
        description="Every company that signed up."
        actions={<ExportLink href={addressOf(exportCompanies, { query: { q, sort } })} />}
      />
      <WaitingTeamSizes />
      <PagedList
        list={list}
        query={table}
        things={['company', 'companies']}
        search={{ label: 'Search companies', placeholder: 'Name, contact, email or phone' }}
        sortOptions={sortOptions}
        failure="Couldn’t load the companies."
        skeleton={<CompaniesTableSkeleton sort={sort} />}
        empty={noCompanies}
      >
        {(companies) => (
          <CompaniesTable companies={companies} sort={sort} onSort={list.sortBy} onAct={dialogs.openFor} />
        )}
      </PagedList>
      <CompanyDialogs {...dialogs} />
    </div>
  )
}

const noCompanies = (
  <EmptyState
    icon={Building2}
    title="No companies yet"
    description="A company appears here as soon as it signs up, even before its profile is complete. Share the sign-up page to get the first one."
    action={
      <CopyButton
        text={window.location.origin + paths.signup}
        label="Copy sign-up link"
        failure="Please copy the link manually"
      />
    }
  />
)

const sortOptions = [
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: '-totalPoints', label: 'Most points first' },
  { value: 'totalPoints', label: 'Fewest points first' },
  { value: '-teamSize', label: 'Largest team first' },
  { value: 'teamSize', label: 'Smallest team first' },
  { value: 'contactPersonName', label: 'Contact person, A to Z' },
  { value: '-contactPersonName', label: 'Contact person, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'createdAt', label: 'Oldest first' },
]
