import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useListUrl } from '#client/platform/navigation/list-url.ts'
import { addressOf } from '#client/platform/requests/api.ts'
import { PagedList } from '#client/platform/sections/paged-list.tsx'
import { ExportLink } from '#client/ui/buttons/export-link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { exportAuditEntries } from '#contract/administrators/endpoints.ts'
import { ActivityList, ActivitySkeleton } from './activity-list.tsx'
import { auditLog } from './queries.ts'

export function Activity() {
  const list = useListUrl(['at'], 'at')
  const { q, sort, page } = list
  const log = useQuery(auditLog({ q, sort, page }))
  return (
    <section aria-labelledby="activity-title">
      <h2 id="activity-title" className="sr-only">
        Activity
      </h2>
      <PagedList
        list={list}
        query={log}
        things={['entry', 'entries']}
        search={{ label: 'Search activity', placeholder: 'Search who, what or on what' }}
        afterCount={<ExportLink href={addressOf(exportAuditEntries)} />}
        failure="Couldn’t load the activity."
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
      </PagedList>
    </section>
  )
}
