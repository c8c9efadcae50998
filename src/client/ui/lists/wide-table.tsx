import type { ReactNode } from 'react'
import { Table } from './table.tsx'

/** Names the container that the variants `tabular`, `stacked` and `pairs` ask for its width. */
export const tableContainer = '[container:table/inline-size]'

// The table scrolls with the page and its head stays below the page's header. The head's line is drawn as a background:
// collapsed borders do not travel with sticky cells.
const fitting =
  'tabular:overflow-clip tabular:[&_thead]:top-16 tabular:[&_thead_th]:border-b-0 tabular:[&_thead_th]:bg-[linear-gradient(to_top,var(--color-border)_1px,transparent_1px)] tabular:[&>table]:table-fixed tabular:[&_:is(th,td)]:px-3'

/** For many columns of fixed widths, so that nothing moves from page to page. Where they do not fit, rows are cards of label and value. */
export function WideTable({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={tableContainer}>
      <Table caption={caption} className={fitting}>
        {children}
      </Table>
    </div>
  )
}
