import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { TableCell, TableRow } from '#client/ui/lists/table.tsx'
import { CompaniesFrame } from './companies-table.tsx'

const rows = Array.from({ length: 10 }, (_, row) => row)

export function CompaniesTableSkeleton({ sort }: { sort: string }) {
  return (
    <Loading label="Loading companies…">
      <div inert>
        <CompaniesFrame sort={sort} onSort={() => undefined}>
          {rows.map((row) => (
            <TableRow key={row}>
              <TableCell heading>
                <Skeleton className="h-5 w-3/4" />
              </TableCell>
              <TableCell label="Contact Person">
                <Skeleton className="h-5 w-28 max-w-full" />
              </TableCell>
              <TableCell label="Email">
                <Skeleton className="h-5 w-44 max-w-full" />
              </TableCell>
              <TableCell label="Phone">
                <Skeleton className="h-5 w-24" />
              </TableCell>
              <TableCell label="Team Size" numeric>
                <Skeleton className="ml-auto h-5 w-8 stacked:ml-0" />
              </TableCell>
              <TableCell label="Points" numeric>
                <Skeleton className="ml-auto h-5 w-12 stacked:ml-0" />
              </TableCell>
              <TableCell>
                <Skeleton className="ml-auto h-9 w-44 stacked:mt-2 stacked:w-full pointer-coarse:h-11" />
              </TableCell>
            </TableRow>
          ))}
        </CompaniesFrame>
      </div>
    </Loading>
  )
}
