import type { ReactNode } from 'react'
import { Table } from './table.tsx'

/** Container for the width queries of the variants `tabular`, `stacked` and `pairs`. */
export const tableContainer = '[container:table/inline-size]'

/**
 * A table with fixed column widths, so that paging moves nothing. On narrow containers rows become cards of label and
 * value.
 */
export function WideTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={tableContainer}>
      <Table caption={caption} scrolls={false} className="wide-table">
        {children}
      </Table>
    </div>
  )
}
