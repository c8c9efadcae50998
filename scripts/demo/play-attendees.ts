import { receivedToConfirm } from '../../src/contract/registrations/confirmation.ts'
import * as eventService from '../../src/server/features/events/service.ts'
import { ownToken } from '../../src/server/features/registrations/link-token.ts'
import { asVisitor, asVolunteer, type Caller } from './callers.ts'
import { events } from './content.ts'
import type { Step } from './plan.ts'
import { type AttendeePlan, comingEvent, type EventName, pastEvent } from './plan-attendees.ts'
import type { Played, Stage } from './stage.ts'

type Registration = { id: string; email: string; qrCodePayload: string | null }

/** Runs the steps of events and their attendees. */
export function createAttendeeSteps({ product, calendar, plan }: Stage, played: Played) {
  const admin = played.administrators[0] as Caller
  const visitor = asVisitor(product)
  const eventIds = new Map<EventName, string>()
  const doorLinks = new Map<EventName, URL>()

  async function createEvent(event: EventName) {
    const dates =
      event === 'past'
        ? { eventDate: calendar.momentOf(pastEvent.begins), endsAt: calendar.momentOf(pastEvent.ends) }
        : {
            eventDate: calendar.laterMoment(comingEvent.daysAhead, comingEvent.begins),
            endsAt: calendar.laterMoment(comingEvent.daysAhead, comingEvent.ends),
            checkInHoursBefore: comingEvent.checkInHoursBefore,
            capacity: 80,
          }
    const { body } = await admin('POST', '/api/events', { ...events[event], ...dates })
    eventIds.set(event, body.id ?? '')
  }

  async function makeDoorLink(event: EventName) {
    const label = event === 'past' ? 'Beach volunteers' : 'Bib desk'
    const { body } = await admin('POST', `/api/events/${eventIds.get(event)}/door-passes`, { label, hours: 336 })
    doorLinks.set(event, new URL(body.url ?? ''))
  }

  async function find({ event, email }: AttendeePlan, filter: Record<string, string> = {}): Promise<Registration> {
    const query = new URLSearchParams({ q: email, limit: '5', ...filter })
    const { body } = await admin('GET', `/api/events/${eventIds.get(event)}/registrations?${query}`)
    const found = (body as unknown as Registration[]).find((one) => one.email === email)
    if (!found) throw new Error(`${email} is not registered`)
    return found
  }

  /** Attendees do this themselves, behind the link in the email. */
  async function pressOwn(attendee: AttendeePlan, act: 'cancel' | 'confirmation', filter: Record<string, string> = {}) {
    const { id } = await find(attendee, filter)
    const event = await eventService.findById(product.platform.db, eventIds.get(attendee.event) ?? '')
    const token = ownToken(event, { id, linkVersion: 0 })
    await visitor('POST', `/api/events/${event.id}/registration/${act}`, { token })
  }

  /** All registrations come from one address here, so most need a confirmation. */
  async function register(attendee: AttendeePlan, at: string, person: object) {
    const { body } = await visitor('POST', `${at}/register`, person)
    if (body.message === receivedToConfirm) await pressOwn(attendee, 'confirmation', { confirmed: 'no' })
  }

  async function scan(attendee: AttendeePlan, gate: string) {
    const { qrCodePayload: payload } = await find(attendee)
    const secret = doorLinks.get(attendee.event)?.searchParams.get('scan') ?? ''
    await asVolunteer(product, secret)('POST', `/api/events/${eventIds.get(attendee.event)}/check-in`, {
      payload,
      gate,
    })
  }

  /** Undefined for a step of another kind. */
  function run(step: Step): Promise<unknown> | undefined {
    const attendee = 'attendee' in step ? (plan.attendees[step.attendee] as AttendeePlan) : undefined
    if (step.do === 'create-event') return createEvent(step.event)
    if (step.do === 'make-door-link') return makeDoorLink(step.event)
    if (!attendee) return undefined
    const { event, ...person } = attendee
    const at = `/api/events/${eventIds.get(event)}`
    if (step.do === 'register') return register(attendee, at, person)
    if (step.do === 'cancel-attendee') return pressOwn(attendee, 'cancel')
    if (step.do === 'scan') return scan(attendee, step.gate)
    if (step.do !== 'decide-attendee') return undefined
    const { status, reason } = step
    return find(attendee).then(({ id }) => admin('PATCH', `${at}/registrations/${id}`, { status, reason }))
  }

  return {
    run,
    doorPath() {
      const { pathname, search } = doorLinks.get('coming') ?? new URL('http://none')
      return pathname + search
    },
  }
}
