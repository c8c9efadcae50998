import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { Table } from './table.tsx'

// Lines are drawn as backgrounds: collapsed borders do not travel with sticky cells, and shadows are not painted on them.

// Where all columns fit, the table scrolls with the page and its head stays below the page's header.
const fitting =
  '@min-[60rem]:overflow-clip @min-[60rem]:[&_thead]:top-16 @min-[60rem]:[&_thead_th]:border-b-0 @min-[60rem]:[&_thead_th]:bg-[linear-gradient(to_top,var(--color-border)_1px,transparent_1px)]'
// Where they do not, it scrolls sideways and the last column, with what can be done, stays in sight.
const scrolling =
  'sm:[&>table]:table-fixed sm:@max-[60rem]:[&>table]:min-w-272 sm:[&_tr>:last-child]:sticky sm:[&_tr>:last-child]:right-0 sm:[&_th:last-child]:bg-sunken sm:[&_td:last-child]:bg-surface sm:[&_tr:hover>td:last-child]:bg-sunken sm:@max-[60rem]:[&_tr>:last-child]:bg-[linear-gradient(to_right,var(--color-border)_1px,transparent_1px)]'

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
