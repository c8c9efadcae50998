import { queryOptions } from '@tanstack/react-query'
import { ApiProblem, get, post } from '#client/platform/api.ts'
import { boot } from '#client/platform/session.ts'
import type { PublicEvent } from '#contract/events/endpoints.ts'
import type { OwnRegistration } from '#contract/registrations/endpoints.ts'

/** By id or short code; without either the first of the list. Nothing is an answer: there is no such event. */
export const publicEvent = (key: string | undefined) =>
  queryOptions({
    queryKey: ['events', 'public', key ?? ''],
    queryFn: async (): Promise<PublicEvent | null> => {
      try {
        const found = key
          ? [await get<PublicEvent>(`/events/${encodeURIComponent(key)}`)]
          : await get<PublicEvent[]>('/events')
        // Administrators get inactive ones too, but this page is what everybody sees.
        return found.find(({ isActive }) => isActive) ?? null
      } catch (error) {
        // An address that cannot be one is refused in other words.
        if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null
        throw error
      }
    },
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
    queryFn: () => post<OwnRegistration>(`/events/${encodeURIComponent(key)}/registration`, { token }),
    // Whoever comes back to the tab wants to know what has happened meanwhile.
    refetchOnWindowFocus: 'always',
  })
