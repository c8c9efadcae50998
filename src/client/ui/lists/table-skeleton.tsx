import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { type CellProps, TableCell, TableRow } from './table.tsx'

interface SkeletonColumn extends Pick<CellProps, 'label' | 'numeric' | 'heading' | 'className'> {
  /** Size classes of the grey shape; undefined for an empty cell. */
  shape?: string
}

interface TableSkeletonProps {
  /** Caption for screen readers. */
  label: string
  columns: SkeletonColumn[]
  rows?: number
  rowClassName?: string
  /** Renders the table around the rows. */
  frame: (rows: ReactNode) => ReactNode
}

/** A table of placeholders, without focusable elements. */
export function TableSkeleton({ label, columns, rows = 10, rowClassName, frame }: TableSkeletonProps) {
  const cells = columns.map(({ shape, ...cell }, column) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a table never change.
    <TableCell key={column} {...cell}>
      {shape && <Skeleton className={shape} />}
    </TableCell>
  ))
  return (
    <Loading label={label}>
      <div inert>
        {frame(
          Array.from({ length: rows }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey rows are all the same.
            <TableRow key={row} className={rowClassName}>
              {cells}
            </TableRow>
          )),
        )}
      </div>
    </Loading>
  )
}
