import type { ReactNode } from 'react'
import { Table } from './table.tsx'

/** Container for the width queries of the variants `tabular`, `stacked` and `pairs`. */
export const tableContainer = '[container:table/inline-size]'

// The head sticks below the page's header. Its line is a background, because collapsed borders do not move with sticky
// cells.
const fitting =
  'tabular:overflow-clip tabular:[&_thead]:top-16 tabular:[&_thead_th]:border-b-0 tabular:[&_thead_th]:bg-[linear-gradient(to_top,var(--color-border)_1px,transparent_1px)] tabular:[&>table]:table-fixed tabular:[&_:is(th,td)]:px-3'

/**
 * A table with fixed column widths, so that paging moves nothing. On narrow containers rows become cards of label and
 * value.
 */
export function WideTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={tableContainer}>
      <Table caption={caption} className={fitting}>
        {children}
      </Table>
    </div>
  )
}
