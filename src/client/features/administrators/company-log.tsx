import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PagedCard } from '#client/platform/sections/paged-card.tsx'
import { ActivityList } from './activity-list.tsx'
import { companyLog, logEntriesPerPage } from './queries.ts'

/** Audit log of a company, its account and its proofs. */
export function CompanyLog({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1)
  const log = useQuery(companyLog(companyId, page))
  return (
    <PagedCard
      title="Activity"
      query={log}
      page={page}
      size={logEntriesPerPage}
      onTurn={setPage}
      things="activity"
      rowHeight="h-17"
      empty="No administrator has changed anything about this company."
    >
      {(entries) => (
        <ActivityList
          entries={entries}
          className="overflow-clip rounded-b-lg [&_dl]:flex-row [&_dl]:flex-wrap [&_dl]:gap-x-4"
        />
      )}
    </PagedCard>
  )
}
