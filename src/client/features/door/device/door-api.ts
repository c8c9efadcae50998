import { ApiProblem, call } from '#client/platform/requests/api.ts'
import { checkIn, readDoor, readOfflineList, type Scan, searchDoor, undoCheckIn } from '#contract/door/endpoints.ts'
import { doorPassHeader } from '#contract/endpoint.ts'

/** Timeout: attendees wait at the door, so the device then decides itself. */
const patience = { scan: 2_500, rest: 15_000 }

export type DoorApi = ReturnType<typeof createDoorApi>

/** Client of one door; sends the secret of a volunteers' link, if there is one. */
export function createDoorApi(key: string, pass: string | undefined) {
  const params = { id: key }
  const headers: Record<string, string> = pass === undefined ? {} : { [doorPassHeader]: pass }
  const settings = (time = patience.rest) => ({ signal: AbortSignal.timeout(time), headers })
  return {
    read: () => call(readDoor, { params }, settings()),
    list: () => call(readOfflineList, { params }, settings(60_000)),
    search: (q: string) => call(searchDoor, { params, query: { q } }, settings()),
    scan: (body: Scan) => call(checkIn, { params, body }, settings(patience.scan)),
    send: (body: Scan) => call(checkIn, { params, body }, settings()),
    undo: (registrationId: string) => call(undoCheckIn, { params: { ...params, registrationId } }, settings()),
  }
}

/**
 * True for failures worth a retry: no connection, an answer this page cannot parse (below 400), or a server error. The
 * scan may have counted; its nonce makes the retry idempotent.
 */
export const isUnreachable = (error: unknown) =>
  !(error instanceof ApiProblem) || error.status < 400 || error.status >= 500 || [408, 429].includes(error.status)

export const isClosed = (error: unknown) =>
  error instanceof ApiProblem && ['door-closed', 'not-signed-in', 'forbidden', 'event-gone'].includes(error.code)
