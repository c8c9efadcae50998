import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Table } from './table.tsx'

// Where all columns fit, the table scrolls with the page and its head stays below the page's header.
const fitting = '@min-[60rem]:overflow-clip @min-[60rem]:[&_thead]:top-16'
// Where they do not, it scrolls sideways and the last column, with what can be done, stays in sight.
const scrolling =
  'sm:[&>table]:min-w-240 sm:[&>table]:table-fixed sm:[&_tr>:last-child]:sticky sm:[&_tr>:last-child]:right-0 sm:[&_th:last-child]:bg-sunken sm:[&_td:last-child]:bg-surface sm:[&_tr:hover>td:last-child]:bg-sunken sm:@max-[60rem]:[&_tr>:last-child]:shadow-[-1px_0_0_var(--color-border)]'

/** For many columns of fixed widths, so that nothing moves from page to page; rows are stacked on a phone. */
export function WideTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className="@container">
      <Table caption={caption} stacked className={cn('sm:[&_:is(th,td)]:px-3', fitting, scrolling)}>
        {children}
      </Table>
    </div>
  )
}
