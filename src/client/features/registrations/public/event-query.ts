import { queryOptions } from '@tanstack/react-query'
import { boot } from '#client/platform/boot.ts'
import { callUnparsed } from '#client/platform/requests/api.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { readOwnRegistration } from '#contract/registrations/own-registration.ts'
import { fetchPublicEvent } from './fetch-public-event.ts'

/** Finds an event by id or short code; without either the first active one. */
export const publicEvent = (key: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'public', key ?? ''],
    queryFn: () => fetchPublicEvent(key),
    initialData: () => writtenIntoPage(key),
  })

/** Initial data from the HTML, so that the first screen needs no request. */
function writtenIntoPage(key: string | undefined): PublicEvent | undefined {
  const event = boot()?.event
  if (!event?.isActive) return undefined
  const meant = !key || [event.id, event.shortCode.toLowerCase()].includes(key.toLowerCase())
  return meant ? event : undefined
}

/** The token is in the body, because addresses end up in logs. */
export const ownRegistration = (key: string, token: string) =>
  queryOptions({
    queryKey: ['events', 'public', key, 'own', token],
    queryFn: () =>
      callUnparsed<typeof readOwnRegistration>(
        { method: 'POST', path: '/events/:id/registration' },
        { params: { id: key }, body: { token } },
      ),
    // Refetch on focus, so that a returning visitor sees the current state.
    refetchOnWindowFocus: 'always',
  })
