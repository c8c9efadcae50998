import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { countText } from '#client/platform/formats/amounts.ts'
import { exactMomentOf, momentOf } from '#client/platform/formats/dates.ts'
import { PagedCard } from '#client/platform/sections/paged-card.tsx'
import type { Contributor } from '#contract/proofs/company-proofs.ts'
import { contributorsOf, contributorsPerPage } from '../queries.ts'

/** Colleagues who added files by team links, for organisers. */
export function CompanyContributors({ companyId }: { companyId: string }) {
  const [page, setPage] = useState(1)
  const contributors = useQuery(contributorsOf(companyId, page))
  return (
    <PagedCard
      title="People reached"
      description="Colleagues who added photos by a team link."
      query={contributors}
      page={page}
      size={contributorsPerPage}
      onTurn={setPage}
      things="people"
      rowHeight="h-17"
      empty="No one has used a team link yet."
    >
      {(people) => (
        <ol className="divide-y divide-border">
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
        </ol>
      )}
    </PagedCard>
  )
}

function Person({ person: { firstName, files, tasks, lastAddedAt } }: { person: Contributor }) {
  return (
    <li className="px-5 py-2.5">
      <p className="font-semibold wrap-anywhere">{firstName ? <bdi>{firstName}</bdi> : 'Without a name'}</p>
      <p className="text-sm text-muted-foreground tabular-nums">
        {countText(files, ['file', 'files'])} for {countText(tasks, ['task', 'tasks'])}, last on{' '}
        <time dateTime={lastAddedAt} title={exactMomentOf(lastAddedAt)}>
          {momentOf(lastAddedAt)}
        </time>
      </p>
    </li>
  )
}
