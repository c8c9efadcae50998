import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useRef } from 'react'
import { addressOf } from '#client/platform/api.ts'
import { sentenceOf } from '#client/platform/forms.ts'
import { rowsPerPage, useListAddress } from '#client/platform/list-address.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ExportLink } from '#client/ui/export-link.tsx'
import { ListCount } from '#client/ui/list-count.tsx'
import { ListResult } from '#client/ui/list-result.tsx'
import { ListToolbar } from '#client/ui/list-toolbar.tsx'
import { Pager } from '#client/ui/pager.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { exportAuditEntries } from '#contract/administrators/endpoints.ts'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import { auditLog } from './queries.ts'

export function Activity() {
  const list = useListAddress(['at'], 'at')
  const { q, sort, page } = list
  const log = useQuery(auditLog({ q, sort, page }))
  const top = useRef<HTMLElement>(null)

  function turnTo(next: number) {
    list.turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }

  return (
    <section ref={top} aria-labelledby="activity-title" className="flex scroll-mt-24 flex-col gap-3">
      <h2 id="activity-title" className="sr-only">
        Activity
      </h2>
      <ListToolbar
        search={
          <SearchInput
            label="Search activity"
            placeholder="Search who, what or on what"
            value={q}
            onSearch={list.search}
          />
        }
      >
        <ListCount total={log.data?.total} things={['entry', 'entries']} found={Boolean(log.data?.q)} />
        <ExportLink href={addressOf(exportAuditEntries)} />
      </ListToolbar>
      <ListResult
        items={log.data?.items}
        failure={log.data || !log.error ? undefined : sentenceOf(log.error, 'The activity did not load.')}
        outdated={log.isPlaceholderData}
        onRetry={() => void log.refetch()}
        retrying={log.isFetching}
        q={q}
        page={page}
        onClear={() => list.search('')}
        onFirstPage={() => turnTo(1)}
        skeleton={<ActivitySkeleton />}
        empty={
          <EmptyState
            icon={History}
            title="Nothing has happened yet"
            description="Every reset password, decision, edit and export by an administrator is recorded here permanently."
          />
        }
      >
        {(entries) => <ActivityList entries={entries} />}
      </ListResult>
      <Pager page={page} size={rowsPerPage} total={log.data?.total ?? 0} things="entries" onTurn={turnTo} />
    </section>
  )
}
