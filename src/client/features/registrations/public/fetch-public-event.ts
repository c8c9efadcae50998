import { ApiProblem, callUnparsed } from '#client/platform/requests/api.ts'
import type { listEvents, PublicEvent, readEvent } from '#contract/events/endpoints.ts'

/** Finds an event by id or short code; without either the first one. Null if it does not exist. */
export async function fetchPublicEvent(key: string | undefined): Promise<PublicEvent | null> {
  try {
    const found = key
      ? [await callUnparsed<typeof readEvent>({ method: 'GET', path: '/events/:id' }, { params: { id: key } })]
      : await callUnparsed<typeof listEvents>({ method: 'GET', path: '/events' }, {})
    // Administrators' replies include inactive events, which this public page must not display.
    return found.find(({ isActive }) => isActive) ?? null
  } catch (error) {
    // A malformed id has a different error code.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}
