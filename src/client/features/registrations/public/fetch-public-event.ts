import { ApiProblem, callUnparsed } from '#client/platform/requests/api.ts'
import type { listEvents, PublicEvent, readEvent } from '#contract/events/endpoints.ts'

/** By id or short code; without either the first of the list. Nothing is an answer: there is no such event. */
export async function fetchPublicEvent(key: string | undefined): Promise<PublicEvent | null> {
  try {
    const found = key
      ? [await callUnparsed<typeof readEvent>({ method: 'GET', path: '/events/:id' }, { params: { id: key } })]
      : await callUnparsed<typeof listEvents>({ method: 'GET', path: '/events' }, {})
    // Administrators get inactive ones too, but this page is what everybody sees.
    return found.find(({ isActive }) => isActive) ?? null
  } catch (error) {
    // An address that cannot be one is refused in other words.
    if (error instanceof ApiProblem && (error.status === 404 || error.status === 400)) return null
    throw error
  }
}
