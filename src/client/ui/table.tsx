import type { ComponentProps, ReactNode } from 'react'
import { cn } from './cn.ts'

export interface TableProps {
  /** Says what the table lists; read by screen readers, names the scrolling area too. */
  caption: string
  /** Under 640 px each row becomes a block of label and value; give every TableCell its `label`. */
  stacked?: boolean
  className?: string
  children: ReactNode
}

export function Table({ caption, stacked = false, className, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling area, focusable so that the keyboard can scroll it.
    <div
      role="region"
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, columns out of sight cannot be reached by keyboard.
      tabIndex={0}
      className={cn('relative max-w-full overflow-auto rounded-lg border border-border bg-surface', className)}
    >
      <table data-stacked={stacked || undefined} className="group/table w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-10 bg-sunken text-sm text-muted-foreground max-sm:group-data-stacked/table:sr-only">
      <tr>{children}</tr>
    </thead>
  )
}

export interface ColumnProps extends ComponentProps<'th'> {
  numeric?: boolean
}

export function TableColumn({ numeric, className, children, ...props }: ColumnProps) {
  return (
    <th
      scope="col"
      {...props}
      className={cn(
        'h-10 border-b border-border px-4 font-semibold whitespace-nowrap',
        numeric && 'text-right',
        className,
      )}
    >
      {children}
    </th>
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody className="divide-y divide-border">{children}</tbody>
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={cn(
        'transition-colors hover:bg-sunken max-sm:group-data-stacked/table:flex max-sm:group-data-stacked/table:flex-col max-sm:group-data-stacked/table:gap-1 max-sm:group-data-stacked/table:px-4 max-sm:group-data-stacked/table:py-3',
        className,
      )}
    />
  )
}

export interface CellProps extends ComponentProps<'td'> {
  /** The column's name, shown beside the value when rows are stacked. */
  label?: string
  numeric?: boolean
  /** The row's name: first cell, large when stacked. */
  heading?: boolean
}

export function TableCell({ label, numeric, heading, className, children, ...props }: CellProps) {
  const Cell = heading ? 'th' : 'td'
  return (
    <Cell
      {...(heading ? { scope: 'row' } : {})}
      {...props}
      className={cn(
        'h-13 px-4 py-2 align-middle max-sm:group-data-stacked/table:flex max-sm:group-data-stacked/table:h-auto max-sm:group-data-stacked/table:min-h-6 max-sm:group-data-stacked/table:items-center max-sm:group-data-stacked/table:justify-between max-sm:group-data-stacked/table:gap-4 max-sm:group-data-stacked/table:p-0',
        numeric && 'text-right tabular-nums',
        heading && 'font-semibold',
        className,
      )}
    >
      {label && (
        <span aria-hidden="true" className="hidden text-sm text-muted-foreground max-sm:group-data-stacked/table:block">
          {label}
        </span>
      )}
      {children}
    </Cell>
  )
}
