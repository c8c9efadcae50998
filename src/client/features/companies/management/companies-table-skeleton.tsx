import { TableSkeleton } from '#client/ui/lists/table-skeleton.tsx'
import { CompaniesFrame } from './companies-table.tsx'

const columns = [
  { heading: true, shape: 'h-5 w-3/4' },
  { label: 'Contact Person', shape: 'h-5 w-28 max-w-full' },
  { label: 'Email', shape: 'h-5 w-44 max-w-full' },
  { label: 'Phone', shape: 'h-5 w-24' },
  { label: 'Team Size', numeric: true, shape: 'ml-auto h-5 w-8 stacked:ml-0' },
  { label: 'Points', numeric: true, shape: 'ml-auto h-5 w-12 stacked:ml-0' },
  { shape: 'ml-auto h-9 w-44 stacked:mt-2 stacked:w-full pointer-coarse:h-11' },
]

export const CompaniesTableSkeleton = ({ sort }: { sort: string }) => (
  <TableSkeleton
    label="Loading companies…"
    columns={columns}
    frame={(rows) => (
      <CompaniesFrame sort={sort} onSort={() => undefined}>
        {rows}
      </CompaniesFrame>
    )}
  />
)
