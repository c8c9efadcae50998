import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '../cn.ts'
import { type ColumnProps, TableColumn } from './table.tsx'

interface SortableColumnProps extends ColumnProps {
  name: string
  /** The current order: a column's name, with `-` before it for descending. */
  sort: string
  onSort: (sort: string) => void
  /** Numbers and dates sort descending first. */
  descendingFirst?: boolean
}

export function SortableColumn({ name, sort, onSort, descendingFirst, children, ...props }: SortableColumnProps) {
  const direction = sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
  const next = direction === 'descending' ? name : direction === 'ascending' || descendingFirst ? `-${name}` : name
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <TableColumn {...props} aria-sort={direction}>
      {/* Stacked rows hide the head, and a hidden button must not take the focus. */}
      <span className="sm:hidden">{children}</span>
      <button type="button" onClick={() => onSort(next)} className={cn('sort-button', direction && 'text-foreground')}>
        {children}
        <Icon aria-hidden="true" className={cn('size-3.5 shrink-0', !direction && 'opacity-60')} strokeWidth={2.5} />
      </button>
    </TableColumn>
  )
}
