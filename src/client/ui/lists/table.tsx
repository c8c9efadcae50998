import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'
import './table.css'

interface TableProps {
  /** Names the table and its scrolling area for screen readers. */
  caption: string
  /** False if the columns always fit: then nothing scrolls, and the keyboard passes by. */
  scrolls?: boolean
  className?: string
  children: ReactNode
}

export function Table({ caption, scrolls = true, className, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a scrolling area, focusable so that the keyboard can scroll it.
    <div
      role="region"
      aria-label={caption}
      // The keyboard reaches columns out of sight.
      tabIndex={scrolls ? 0 : undefined}
      className={cn('relative max-w-full overflow-auto rounded-lg border border-border bg-surface', className)}
    >
      <table className="w-full border-collapse text-left stacked:block">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="sticky top-0 z-10 bg-sunken text-sm text-muted-foreground stacked:sr-only">
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
  return (
    <tbody className="tabular:divide-y tabular:divide-border stacked:grid stacked:overflow-hidden pairs:grid-cols-2">
      {children}
    </tbody>
  )
}

export function TableRow({ className, ...props }: ComponentProps<'tr'>) {
  return (
    <tr
      {...props}
      className={cn(
        'transition-colors hover:bg-sunken stacked:flex stacked:flex-col stacked:-mb-px stacked:gap-1 stacked:border-b stacked:px-4 stacked:py-3 pairs:odd:border-r',
        className,
      )}
    />
  )
}

export interface CellProps extends ComponentProps<'td'> {
  /** Column name, displayed beside the value when rows are stacked. */
  label?: string
  numeric?: boolean
  /** First cell with the row's name, large when stacked. */
  heading?: boolean
}

export function TableCell({ label, numeric, heading, className, children, ...props }: CellProps) {
  const Cell = heading ? 'th' : 'td'
  return (
    <Cell
      {...(heading ? { scope: 'row' } : {})}
      {...props}
      className={cn(
        'h-12 px-4 py-1.5 align-middle stacked:flex stacked:h-auto stacked:min-h-6 stacked:items-center stacked:justify-between stacked:gap-4 stacked:p-0',
        numeric && 'text-right tabular-nums',
        heading && 'font-semibold',
        className,
      )}
    >
      {label && (
        <span aria-hidden="true" className="hidden text-sm text-muted-foreground stacked:block">
          {label}
        </span>
      )}
      {children}
    </Cell>
  )
}

/** An email address or phone number in a cell. */
export const contactLinkStyles =
  'wrap-anywhere underline-offset-4 hover:text-link hover:underline pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center'
