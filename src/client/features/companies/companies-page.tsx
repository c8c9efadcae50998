import { useQuery } from '@tanstack/react-query'
import { Building2 } from 'lucide-react'
import { useRef } from 'react'
import { addressOf } from '#client/platform/api.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { rowsPerPage, useListAddress } from '#client/platform/list-address.ts'
import { paths } from '#client/platform/paths.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportLink } from '#client/ui/export-link.tsx'
import { ListCount } from '#client/ui/list-count.tsx'
import { ListResult } from '#client/ui/list-result.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { SortSelect } from '#client/ui/sort-select.tsx'
import { companyOrders, exportCompanies } from '#contract/companies/endpoints.ts'
import { CompaniesTable } from './companies-table.tsx'
import { CompaniesTableSkeleton } from './companies-table-skeleton.tsx'
import { CompanyDialogs, useCompanyDialogs } from './company-dialogs.tsx'
import { companyTable } from './queries.ts'

export function CompaniesPage() {
  const list = useListAddress(companyOrders, 'name')
  const { q, sort, page } = list
  const table = useQuery(companyTable({ q, sort, page }))
  const dialogs = useCompanyDialogs()
  const top = useRef<HTMLDivElement>(null)

  function turnTo(next: number) {
    list.turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <div className="flex flex-col gap-6">
      <PageHeader
        title="Companies"
        description="Everyone who signed up for the week, and where they stand."
        actions={<ExportLink href={addressOf(exportCompanies, { query: { q, sort } })} />}
      />
      <div ref={top} className="flex scroll-mt-24 flex-col gap-3">
        <ListToolbar
          search={
            <SearchInput
              label="Search companies"
              placeholder="Name, contact, email or phone"
              value={q}
              onSearch={list.search}
            />
          }
          sort={<SortSelect sort={sort} options={sortOptions} onSort={list.sortBy} />}
        >
          <ListCount total={table.data?.total} things={['company', 'companies']} found={Boolean(table.data?.q)} />
        </ListToolbar>
        <ListResult
          items={table.data?.items}
          failure={table.data || !table.error ? undefined : sentenceOf(table.error, 'The companies did not load.')}
          outdated={table.isPlaceholderData}
          onRetry={() => void table.refetch()}
          retrying={table.isFetching}
          q={q}
          page={page}
          onClear={() => list.search('')}
          onFirstPage={() => turnTo(1)}
          skeleton={<CompaniesTableSkeleton sort={sort} />}
          empty={
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
          }
        >
          {(companies) => (
            <CompaniesTable companies={companies} sort={sort} onSort={list.sortBy} onAct={dialogs.openFor} />
          )}
        </ListResult>
        <Pager page={page} size={rowsPerPage} total={table.data?.total ?? 0} things="companies" onTurn={turnTo} />
      </div>
      <CompanyDialogs {...dialogs} />
    </div>
  )
}

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
