import { CalendarDays } from 'lucide-react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export function EventsPage() {
  return (
    <>
      <PageHeader title="Events" description="What happens during the week, and where to sign up." />
      <EmptyState
        icon={CalendarDays}
        title="No upcoming events at this time."
        description="New events show up here as soon as the organisers publish them."
        className="mt-8"
      />
    </>
  )
}
