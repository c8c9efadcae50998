import type { ReactNode } from 'react'
import { tableContainer } from './wide-table.tsx'

/** Controls above a list: the search fills the rest of the line, or a separate line on a phone. */
export function ListToolbar({ search, sort, children }: { search: ReactNode; sort?: ReactNode; children: ReactNode }) {
  return (
    <div className={tableContainer}>
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between">
        <div className="sm:max-w-96 sm:min-w-64 sm:flex-1">{search}</div>
        {sort}
        <div className="flex items-center justify-between gap-4 sm:ml-auto">{children}</div>
      </div>
    </div>
  )
}
