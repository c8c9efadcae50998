import { lazy, Suspense } from 'react'
import { useParams } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { Credits } from '#client/features/landing/credits.tsx'
import { RegistrationPage } from '#client/features/registrations/public/registration-page.tsx'

const VolunteerDoor = lazy(() =>
  import('#client/features/door/volunteer-door.tsx').then((module) => ({ default: module.VolunteerDoor })),
)

/** Routes an event address: `?scan=` opens the volunteers' door, anything else the public page. */
export function EventAddress() {
  const { shortCode } = useParams<{ shortCode?: string }>()
  const pass = new URLSearchParams(useSearch()).get('scan')
  if (!shortCode || !pass) return <RegistrationPage credits={<Credits />} />
  return (
    <Suspense>
      <VolunteerDoor shortCode={shortCode} pass={pass} />
    </Suspense>
  )
}
