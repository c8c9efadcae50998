import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { AttendeesPage } from '#client/features/registrations/attendees-page.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'

const DoorMode = lazy(() =>
  import('#client/features/door/door-mode.tsx').then((module) => ({ default: module.DoorMode })),
)
const DoorAdmin = lazy(() =>
  import('#client/features/door/door-admin.tsx').then((module) => ({ default: module.DoorAdmin })),
)

/** Composes two slices: the attendees of an event and its door. */
export function AttendeesHome() {
  const { eventId = '' } = useParams()
  return (
    <AttendeesPage
      // The key resets selection, text and dialogs for another event.
      key={eventId}
      eventId={eventId}
      door={(event, onClose) => (
        <Suspense>
          <DoorMode eventId={event.id} shortCode={event.shortCode} onClose={onClose} />
        </Suspense>
      )}
      volunteers={
        <Suspense
          fallback={
            <Loading>
              <Skeleton className="h-80 w-full" />
            </Loading>
          }
        >
          <DoorAdmin eventId={eventId} />
        </Suspense>
      }
    />
  )
}
