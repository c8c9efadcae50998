import { queryOptions } from '@tanstack/react-query'
import { boot } from '#client/platform/boot.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { readOwnRegistration } from '#contract/registrations/own-registration.ts'
import { fetchPublicEvent } from './fetch-public-event.ts'

/** By id or short code; without either the first of the list. */
export const publicEvent = (key: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'public', key ?? ''],
    queryFn: () => fetchPublicEvent(key),
    initialData: () => writtenIntoPage(key),
  })

/** The server put the event into the page, so that the first screen needs no second request. */
function writtenIntoPage(key: string | undefined): PublicEvent | undefined {
  const event = boot()?.event
  if (!event?.isActive) return undefined
  const meant = !key || [event.id, event.shortCode.toLowerCase()].includes(key.toLowerCase())
  return meant ? event : undefined
}

/** The token goes into the body: addresses end up in logs. */
export const ownRegistration = (key: string, token: string) =>
  queryOptions({
    queryKey: ['events', 'public', key, 'own', token],
    queryFn: () =>
      callUnparsed<typeof readOwnRegistration>(
        { method: 'POST', path: '/events/:id/registration' },
        { params: { id: key }, body: { token } },
      ),
    // A person who comes back to the tab must see the present state.
    refetchOnWindowFocus: 'always',
  })
