import { doorPassHeader } from '#contract/endpoint.ts'
import type { Caller } from '#server/testing.ts'
import { type Changed, startServerWith } from '../guards.ts'
import { anEvent, aRegistration } from './events.ts'

export const asPass = (caller: Caller, url: string): Caller => {
  const secret = new URL(url).searchParams.get('scan') ?? ''
  return (method, path, body, options) =>
    caller(method, path, body, { ...options, headers: { ...options?.headers, [doorPassHeader]: secret } })
}

/** Within the check-in hours, by the clock of the tests. */
export const soon = '2026-06-01T13:00:00.000Z'

/** An event that begins in an hour, its administrator, and builders of attendees in every state. */
export async function aDoor(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const admin = await server.anAdmin()
  const event = await anEvent(admin, { eventDate: soon })
  const at = (path: string, id = event.id) => `/api/events/${id}${path}`

  async function attendee(name: string, status?: 'approved' | 'rejected', eventId = event.id) {
    const { id, code } = await aRegistration(server.visitor, admin, eventId, name)
    if (!status) return { id, code, payload: '' }
    const decided = await admin('PATCH', at(`/registrations/${id}`, eventId), { status })
    if (decided.status !== 200) throw new Error(`decision failed: ${decided.text}`)
    return { id, code, payload: decided.body.qrCodePayload as string }
  }

  async function aPass(label = 'Gate B', hours = 24, eventId = event.id) {
    const { body } = await admin('POST', at('/door-passes', eventId), { label, hours })
    return { id: body.id as string, url: body.url as string, call: asPass(server.visitor, body.url) }
  }

  const scan = (what: Record<string, unknown>, call: Caller = admin) => call('POST', at('/check-in'), what)
  return { ...server, admin, event, at, attendee, aPass, scan }
}
