import { attendeeNames, companies } from './content.ts'
import { daytimeOf, hourOf, inDaytime, type WeekHour } from './moments.ts'
import type { Random } from './random.ts'

export type EventName = 'past' | 'coming'

export type AttendeePlan = {
  event: EventName
  firstName: string
  lastName: string
  email: string
  phone: string
  companyName: string | null
}

export type AttendeeStep = { at: WeekHour } & (
  | { do: 'create-event'; event: EventName }
  | { do: 'make-door-link'; event: EventName }
  | { do: 'register'; attendee: number }
  | { do: 'decide-attendee'; attendee: number; status: 'approved' | 'rejected'; reason: string | null }
  | { do: 'cancel-attendee'; attendee: number }
  | { do: 'scan'; attendee: number; gate: string }
)

const gates = ['Main gate', 'Beach gate']

/** In hours of the week; check-in opens twelve hours before. */
export const pastEvent = { begins: hourOf(4, 6.5), ends: hourOf(4, 9.5) }
/** On the day after the week; bib collection starts on the morning of the day before. */
export const comingEvent = { daysAhead: 1, begins: 19.5, ends: 22, checkInHoursBefore: 36 }

/** Two events with attendees in every state: one is over, the other hands out bibs on the last day. */
export function planAttendees(random: Random, counts: Record<EventName, number>) {
  const attendees: AttendeePlan[] = []
  const steps: AttendeeStep[] = [
    { at: hourOf(-3, 9), do: 'create-event', event: 'past' },
    { at: hourOf(-3, 9.5), do: 'create-event', event: 'coming' },
    { at: pastEvent.begins - 14, do: 'make-door-link', event: 'past' },
    { at: hourOf(6, 6), do: 'make-door-link', event: 'coming' },
  ]
  const register = (event: EventName, at: WeekHour) => {
    const attendee = attendees.push(person(event, attendees.length, random)) - 1
    steps.push({ at, do: 'register', attendee })
    return attendee
  }
  for (let n = 0; n < counts.past; n++) {
    const at = daytimeOf(-2, 2, random)
    const attendee = register('past', at)
    const isIn = planFate(steps, attendee, inDaytime(at + random.between(2, 20), random), random, { waiting: 0.05 })
    if (!isIn || random.chance(0.17)) continue
    // Most arrive in the half hour before the start.
    const comes = pastEvent.begins - 0.25 + (random.between(-0.6, 0.6) + random.between(-0.6, 0.6)) / 2
    steps.push({ at: comes, do: 'scan', attendee, gate: random.pick(gates) })
    if (random.chance(0.05)) steps.push({ at: comes + 0.02, do: 'scan', attendee, gate: random.pick(gates) })
  }
  for (let n = 0; n < counts.coming; n++) {
    const at = daytimeOf(0, 6, random)
    const attendee = register('coming', at)
    const isIn = planFate(steps, attendee, inDaytime(at + random.between(2, 12), random), random, { waiting: 0.2 })
    const comes = hourOf(6, random.between(13, 20.5))
    if (isIn && at < hourOf(5, 0) && random.chance(0.4))
      steps.push({ at: comes, do: 'scan', attendee, gate: 'Bib desk' })
  }
  return { attendees, steps }
}

/** Plans the decision for an attendee; true if approved and not cancelled. Late registrations stay pending. */
function planFate(
  steps: AttendeeStep[],
  attendee: number,
  at: WeekHour,
  random: Random,
  { waiting }: { waiting: number },
): boolean {
  if (at > hourOf(6, 12) || random.chance(waiting)) return false
  if (random.chance(0.06)) {
    steps.push({
      at,
      do: 'decide-attendee',
      attendee,
      status: 'rejected',
      reason: 'This start is full for your distance.',
    })
    return false
  }
  steps.push({ at, do: 'decide-attendee', attendee, status: 'approved', reason: null })
  if (!random.chance(0.07)) return true
  steps.push({ at: inDaytime(at + 1, random), do: 'cancel-attendee', attendee })
  return false
}

function person(event: EventName, nth: number, random: Random): AttendeePlan {
  const [firstName, lastName] = [random.pick(attendeeNames.first), random.pick(attendeeNames.last)]
  return {
    event,
    firstName,
    lastName,
    // The number makes it unique: two people may share a name.
    email: `${firstName}.${lastName}.${nth}@mail.example`.toLowerCase(),
    phone: `+5999${random.whole(5_000_000, 6_999_999)}`,
    companyName: random.chance(0.8) ? random.pick(companies).name : null,
  }
}
