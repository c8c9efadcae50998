import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { PagedList } from '#client/platform/sections/paged-list.tsx'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { exportAdministrators } from '#contract/administrators/endpoints.ts'
import { AdministratorsTable, AdministratorsTableSkeleton } from './administrators-table.tsx'
import { administratorTable } from './queries.ts'

const orders = ['name', 'email', 'createdAt']

export function Team() {
  const list = useListUrl(orders, 'createdAt')
  const { q, sort, page } = list
  const table = useQuery(administratorTable({ q, sort, page }))
  return (
    <section aria-label="Team">
      <PagedList
        list={list}
        query={table}
        things={['administrator', 'administrators']}
        search={{ label: 'Search administrators', placeholder: 'Search name or email' }}
        sortOptions={sortOptions}
        afterCount={<ExportLink href={addressOf(exportAdministrators)} />}
        failure="Couldn’t load the administrators."
        skeleton={<AdministratorsTableSkeleton sort={sort} />}
        empty={<EmptyState icon={Users} title="No administrators" />}
      >
        {(administrators) => <AdministratorsTable administrators={administrators} sort={sort} onSort={list.sortBy} />}
      </PagedList>
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
