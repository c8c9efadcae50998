import { TableSkeleton } from '#client/ui/lists/table-skeleton.tsx'
import { AttendeesFrame } from './attendees-table.tsx'

const columns = [
  { className: 'stacked:hidden', shape: 'size-5' },
  { heading: true, className: 'tabular:h-11', shape: 'h-8 w-44 max-w-full' },
  { className: 'stacked:hidden', shape: 'h-5 w-24' },
  { className: 'stacked:hidden', shape: 'h-5 w-24 max-w-full' },
  { className: 'stacked:hidden', shape: 'h-5 w-20' },
  { shape: 'h-6 w-24' },
  { className: 'stacked:hidden', shape: 'ml-auto h-9 w-32 pointer-coarse:h-11' },
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
