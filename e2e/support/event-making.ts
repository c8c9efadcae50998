// Creates events and attendees through the API, for tests of other things.
import { administrator } from './challenge.ts'
import { type Product, requireOk } from './product.ts'

type Attendee = { id: string; status: string; code: string }
export type MadeEvent = { id: string; shortCode: string; title: string }

const day = 24 * 60 * 60_000

export async function anEvent(product: Product, title: string, fields: object = {}): Promise<MadeEvent> {
  const event = {
    title,
    description: 'Five easy kilometres along the water, then coffee on the sand.',
    eventDate: new Date(Date.now() + 30 * day).toISOString(),
    endsAt: new Date(Date.now() + 30 * day + 3_600_000).toISOString(),
    place: 'Mambo Beach',
    brandingColor: '#ff6600',
    // Confirmation is off by default: with few places everybody would have to confirm.
    confirmation: 'off',
    ...fields,
  }
  const reply = await product.post('/api/events', event, await administrator(product))
  if (reply.status !== 201) throw new Error(`no event: ${await reply.text()}`)
  return (await reply.json()) as MadeEvent
}

export async function anEventJustOver(product: Product, title: string): Promise<MadeEvent> {
  const event = await anEvent(product, title)
  await endSoon(product, event)
  return event
}

/** Moves the event to the next moment and waits until it is over: the server refuses past dates. */
export async function endSoon(product: Product, event: MadeEvent) {
  // On a busy machine that moment may have passed already: retry with a later one.
  for (let ahead = 1_000; ; ahead *= 2) {
    const end = Date.now() + ahead
    const [eventDate, endsAt] = [end - 100, end].map((at) => new Date(at).toISOString())
    const failure = await change(product, `/api/events/${event.id}`, { eventDate, endsAt }).catch((error) => error)
    if (failure && ahead > 30_000) throw failure
    if (failure) continue
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, end - Date.now())))
    return
  }
}

export async function anAttendee(product: Product, event: MadeEvent, name: string) {
  // Addresses contain the event's code: tests of several files share a product and its outbox, and may use the same
  // name.
  const email = `${name.toLowerCase()}.${event.shortCode}@visitor.test`
  const person = { firstName: name, lastName: 'Martina', email, phone: '+59991234567', companyName: 'Salt Works' }
  const reply = await product.post(`/api/events/${event.id}/register`, person)
  if (reply.status !== 201) throw new Error(`no registration: ${await reply.text()}`)
  const [row] = await attendees(product, event, email)
  const mail = await product.mailTo(email, 'We have your registration')
  const token = /\?r=([\w.-]+)/.exec(mail)?.[1] ?? ''
  return { id: row?.id ?? '', email, own: `/e/${event.shortCode}?r=${token}`, token }
}

export async function attendees(product: Product, event: MadeEvent, q = ''): Promise<Attendee[]> {
  const reply = await fetch(`${product.url}/api/events/${event.id}/registrations?q=${encodeURIComponent(q)}`, {
    headers: { cookie: await administrator(product) },
  })
  return (await reply.json()) as Attendee[]
}

export const decide = (product: Product, event: MadeEvent, attendeeId: string, decision: object) =>
  change(product, `/api/events/${event.id}/registrations/${attendeeId}`, decision)

export const deactivate = (product: Product, event: MadeEvent) =>
  change(product, `/api/events/${event.id}`, { isActive: false })

export async function cancelEvent(product: Product, event: MadeEvent, reason: string) {
  await requireOk(product.post(`/api/events/${event.id}/cancellation`, { reason }, await administrator(product)))
}

async function change(product: Product, path: string, body: object) {
  const reply = await fetch(product.url + path, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: await administrator(product) },
    body: JSON.stringify(body),
  })
  if (reply.status !== 200) throw new Error(`not changed: ${await reply.text()}`)
}
