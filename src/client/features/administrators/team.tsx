import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { addressOf } from '#client/platform/api.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { rowsPerPage, useListAddress } from '#client/platform/list-address.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportLink } from '#client/ui/export-link.tsx'
import { ListCount } from '#client/ui/list-count.tsx'
import { ListResult } from '#client/ui/list-result.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { SortSelect } from '#client/ui/sort-select.tsx'
import { exportAdministrators } from '#contract/administrators/endpoints.ts'
import { AdministratorsTable, AdministratorsTableSkeleton } from './administrators-table.tsx'
import { administratorTable } from './queries.ts'

const orders = ['name', 'email', 'createdAt']

export function Team() {
  const list = useListAddress(orders, 'createdAt')
  const { q, sort, page } = list
  const table = useQuery(administratorTable({ q, sort, page }))
  return (
    <section aria-label="Team" className="flex flex-col gap-3">
      <ListToolbar
        search={
          <SearchInput
            label="Search administrators"
            placeholder="Search name or email"
            value={q}
            onSearch={list.search}
          />
        }
        sort={<SortSelect sort={sort} options={sortOptions} onSort={list.sortBy} />}
      >
        <ListCount
          total={table.data?.total}
          things={['administrator', 'administrators']}
          found={Boolean(table.data?.q)}
        />
        <ExportLink href={addressOf(exportAdministrators)} />
      </ListToolbar>
      <ListResult
        items={table.data?.items}
        failure={table.data || !table.error ? undefined : sentenceOf(table.error, 'The administrators did not load.')}
        outdated={table.isPlaceholderData}
        onRetry={() => void table.refetch()}
        retrying={table.isFetching}
        q={q}
        page={page}
        onClear={() => list.search('')}
        onFirstPage={() => list.turnTo(1)}
        skeleton={<AdministratorsTableSkeleton sort={sort} />}
        empty={<EmptyState icon={Users} title="No administrators" />}
      >
        {(administrators) => <AdministratorsTable administrators={administrators} sort={sort} onSort={list.sortBy} />}
      </ListResult>
      <Pager
        page={page}
        size={rowsPerPage}
        total={table.data?.total ?? 0}
        things="administrators"
        onTurn={list.turnTo}
      />
    </section>
  )
}

const sortOptions = [
  { value: 'createdAt', label: 'Oldest first' },
  { value: '-createdAt', label: 'Newest first' },
  { value: 'name', label: 'Name, A to Z' },
  { value: '-name', label: 'Name, Z to A' },
  { value: 'email', label: 'Email, A to Z' },
  { value: '-email', label: 'Email, Z to A' },
]
