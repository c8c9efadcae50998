import { TableSkeleton } from '#client/ui/lists/table-skeleton.tsx'
import { AttendeesFrame } from './attendees-table.tsx'

const columns = [
  { className: 'stacked:hidden', shape: 'size-5' },
  { heading: true, className: 'stacked:-order-2', shape: 'h-5 w-32 max-w-full' },
  { label: 'Email', shape: 'h-5 w-40 max-w-full' },
  { label: 'Phone', shape: 'h-5 w-24' },
  { label: 'Company', shape: 'h-5 w-24 max-w-full' },
  { label: 'Registered', shape: 'h-5 w-20' },
  { className: 'stacked:-order-1', shape: 'h-6 w-24' },
  { shape: 'ml-auto h-9 w-52 stacked:mt-2 stacked:w-full pointer-coarse:h-11' },
]

const ignore = () => undefined

export const AttendeesSkeleton = ({ sort }: { sort: string }) => (
  <TableSkeleton
    label="Loading attendees…"
    columns={columns}
    frame={(rows) => (
      <AttendeesFrame sort={sort} onSort={ignore} allSelected={false} onSelectPage={ignore}>
        {rows}
      </AttendeesFrame>
    )}
  />
)
