import { TableSkeleton } from '#client/ui/lists/table-skeleton.tsx'
import { CompaniesFrame, cells, stackedRow } from './companies-table.tsx'

const columns = [
  { heading: true, shape: 'h-5 w-40 max-w-full', className: cells.name },
  { shape: 'h-5 w-28 max-w-full', className: cells.contact },
  { shape: 'h-5 w-44 max-w-full', className: cells.email },
  { shape: 'h-5 w-24', className: cells.phone },
  { numeric: true, shape: 'ml-auto h-5 w-8', className: cells.teamSize },
  { numeric: true, shape: 'ml-auto h-6 w-12', className: cells.points },
  { shape: 'ml-auto size-8 pointer-coarse:size-11', className: cells.actions },
]

export const CompaniesTableSkeleton = ({ sort }: { sort: string }) => (
  <TableSkeleton
    label="Loading companies…"
    columns={columns}
    rowClassName={stackedRow}
    frame={(rows) => (
      <CompaniesFrame sort={sort} onSort={() => undefined}>
        {rows}
      </CompaniesFrame>
    )}
  />
)
