import { ArrowLeft, CalendarX2 } from 'lucide-react'
import { paths } from '#client/platform/paths.ts'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LinkButton } from '#client/ui/link-button.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'

export function AttendeesPage() {
  return (
    <>
      <LinkButton href={paths.events} variant="ghost" className="mb-4 -ml-4">
        <ArrowLeft aria-hidden="true" />
        Back to Events
      </LinkButton>
      <PageHeader title="Attendees" />
      <EmptyState
        icon={CalendarX2}
        title="Event Not Found"
        description="This event is not available or has been removed."
        className="mt-8"
      />
    </>
  )
}
