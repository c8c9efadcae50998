import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../cn.ts'
import { type ColumnProps, TableColumn } from './table.tsx'

interface SortButtonProps {
  name: string
  /** The current order: a column's name, with `-` before it for descending. */
  sort: string
  onSort: (sort: string) => void
  /** Numbers and dates sort descending first. */
  descendingFirst?: boolean
  children: ReactNode
}

interface SortableColumnProps extends SortButtonProps, Omit<ColumnProps, 'children'> {
  name: string
  /** Button of a second value in the same cells. */
  beside?: ReactNode
}

export function SortableColumn({
  name,
  sort,
  onSort,
  descendingFirst,
  beside,
  children,
  ...props
}: SortableColumnProps) {
  return (
    <TableColumn {...props} aria-sort={directionOf(name, sort)}>
      {/* Stacked rows hide the head, and a hidden button must not take the focus. */}
      <span className="sm:hidden">{children}</span>
      <SortButton name={name} sort={sort} onSort={onSort} descendingFirst={descendingFirst}>
        {children}
      </SortButton>
      {beside && <span className="ml-5">{beside}</span>}
    </TableColumn>
  )
}

export function SortButton({ name, sort, onSort, descendingFirst, children }: SortButtonProps) {
  const direction = directionOf(name, sort)
  const next = direction === 'descending' ? name : direction === 'ascending' || descendingFirst ? `-${name}` : name
  const Icon = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ChevronsUpDown
  return (
    <button type="button" onClick={() => onSort(next)} className={cn('sort-button', direction && 'text-foreground')}>
      {children}
      <Icon aria-hidden="true" className={cn('size-3.5 shrink-0', !direction && 'opacity-60')} strokeWidth={2.5} />
    </button>
  )
}

const directionOf = (name: string, sort: string) =>
  sort === name ? 'ascending' : sort === `-${name}` ? 'descending' : undefined
