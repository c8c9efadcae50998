import { CalendarDays } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export function EventsManagementPage() {
  return (
    <>
      <PageHeader title="Events" description="Public events, their short links and who registered." />
      <EmptyState icon={CalendarDays} title="No events yet." className="mt-8" />
    </>
  )
}
