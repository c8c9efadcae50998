import type { Caller } from '#server/testing.ts'

/** The form's data; the clock of the tests stands in June 2026. */
export const anEventForm = (changes: Record<string, unknown> = {}) => ({
  title: 'Beach run',
  description: 'Ten kilometres along the shore',
  eventDate: '2026-06-20T10:00:00.000Z',
  ...changes,
})

/** Confirmation is off by default: with few places everybody would have to confirm. */
export async function anEvent(admin: Caller, changes: Record<string, unknown> = {}) {
  const reply = await admin('POST', '/api/events', anEventForm({ confirmation: 'off', ...changes }))
  if (reply.status !== 201) throw new Error(`event failed: ${reply.text}`)
  return reply.body as { id: string; shortCode: string; title: string }
}

export const anAttendee = (name: string, changes: Record<string, unknown> = {}) => ({
  firstName: name,
  lastName: 'Lovelace',
  email: `${name.toLowerCase()}@mail.test`,
  phone: '+59991234567',
  companyName: 'Analytical Engines',
  ...changes,
})

/** Registers through the public form and returns the administrators' view. */
export async function aRegistration(visitor: Caller, admin: Caller, eventId: string, name = 'Ada', changes = {}) {
  const reply = await visitor('POST', `/api/events/${eventId}/register`, anAttendee(name, changes))
  if (reply.status !== 201) throw new Error(`registering failed: ${reply.text}`)
  const { body } = await admin('GET', `/api/events/${eventId}/registrations?sort=-registeredAt&limit=10000`)
  const found = body.find(({ firstName }: { firstName: string }) => firstName === name)
  return found as { id: string; code: string; status: string; qrCodePayload: string | null }
}
