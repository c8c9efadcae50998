// Test data for attendees: an event and people who registered for it.
import { administrator, read } from './challenge.ts'
import type { Product } from './product.ts'

export type Event = { id: string; shortCode: string; title: string }
export type Attendee = {
  id: string
  email: string
  status: string
  code: string
  qrCodePayload: string | null
  reason: string | null
  checkedIn: boolean
}

const days = 24 * 60 * 60 * 1_000

export async function anEvent(product: Product, title: string, changes: Record<string, unknown> = {}): Promise<Event> {
  const event = {
    title,
    description: 'Ten kilometres along the shore',
    eventDate: new Date(Date.now() + 6 * days).toISOString(),
    // A week before the start: check-in is open already.
    checkInHoursBefore: 168,
    // Confirmation is off by default: with few places everybody would have to confirm.
    confirmation: 'off',
    ...changes,
  }
  const reply = await product.post('/api/events', event, await administrator(product))
  if (reply.status !== 201) throw new Error(`no event: ${await reply.text()}`)
  return (await reply.json()) as Event
}

export interface Newcomer {
  firstName: string
  lastName: string
  email: string
  companyName?: string
}

export async function register(product: Product, event: Event, newcomer: Newcomer) {
  const reply = await product.post(`/api/events/${event.id}/register`, { phone: '+59991234567', ...newcomer })
  if (reply.status !== 201) throw new Error(`not registered: ${await reply.text()}`)
}

/** Registers one person per name; the address contains the name and the event. */
export async function registerAll(product: Product, event: Event, ...names: string[]) {
  for (const name of names) {
    const [firstName = '', lastName = ''] = name.split(' ')
    await register(product, event, { firstName, lastName, email: emailOf(event, name), companyName: `${lastName} Ltd` })
  }
}

export const emailOf = (event: Event, name: string) =>
  `${name.toLowerCase().replace(/\W+/g, '-')}.${event.shortCode.toLowerCase()}@mail.test`

/** Reads the attendee as an administrator. */
export async function attendee(product: Product, event: Event, name: string): Promise<Attendee> {
  const path = `/api/events/${event.id}/registrations?q=${encodeURIComponent(name)}`
  const [found] = await read<Attendee[]>(product, path, await administrator(product))
  if (!found) throw new Error(`${name} is not registered`)
  return found
}
