import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { TableCell, TableRow } from '#client/ui/lists/table.tsx'
import { AttendeesFrame } from './attendees-table.tsx'

const rows = Array.from({ length: 10 }, (_, row) => row)

export function AttendeesSkeleton({ sort }: { sort: string }) {
  return (
    <Loading label="Loading attendees…">
      <div inert>
        <AttendeesFrame sort={sort} onSort={() => undefined} allSelected={false} onSelectPage={() => undefined}>
          {rows.map((row) => (
            <TableRow key={row}>
              <TableCell className="stacked:hidden">
                <Skeleton className="size-5" />
              </TableCell>
              <TableCell heading className="stacked:-order-2">
                <Skeleton className="h-5 w-32 max-w-full" />
              </TableCell>
              <TableCell label="Email">
                <Skeleton className="h-5 w-40 max-w-full" />
              </TableCell>
              <TableCell label="Phone">
                <Skeleton className="h-5 w-24" />
              </TableCell>
              <TableCell label="Company">
                <Skeleton className="h-5 w-24 max-w-full" />
              </TableCell>
              <TableCell label="Registered">
                <Skeleton className="h-5 w-20" />
              </TableCell>
              <TableCell className="stacked:-order-1">
                <Skeleton className="h-6 w-24" />
              </TableCell>
              <TableCell>
                <Skeleton className="ml-auto h-9 w-52 stacked:mt-2 stacked:w-full pointer-coarse:h-11" />
              </TableCell>
            </TableRow>
          ))}
        </AttendeesFrame>
      </div>
    </Loading>
  )
}
