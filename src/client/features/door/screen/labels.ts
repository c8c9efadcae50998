import { clockOf, zoneNote } from '#client/platform/formats/dates.ts'
import { dayAndTimeOf } from '#client/platform/formats/day-and-time.ts'
import type { Closure } from '#contract/door/check-in-times.ts'
import type { Revocation, ScanResult } from '#contract/door/endpoints.ts'
import type { DoorResult } from '../device/door-device.ts'
import type { Tone } from '../scanning/signals.ts'

type ResultLabels = { tone: Tone; title: string; hint?: string }

const said: Record<ScanResult | 'later', ResultLabels> = {
  ok: { tone: 'good', title: 'Welcome' },
  already: { tone: 'warn', title: 'Already inside' },
  pending: {
    tone: 'warn',
    title: 'Not approved yet',
    hint: 'The organisers have not decided about this registration.',
  },
  later: { tone: 'warn', title: 'Checked when back online', hint: 'This code is kept and sent by itself.' },
  rejected: { tone: 'bad', title: 'Rejected', hint: 'The organisers turned this registration down.' },
  revoked: {
    tone: 'bad',
    title: 'Code no longer valid',
    hint: 'It was replaced by a newer one, or the place was cancelled.',
  },
  'wrong-event': { tone: 'bad', title: 'Code for another event', hint: 'Ask for the email of this event.' },
  closed: { tone: 'closed', title: 'Check-in is closed' },
  invalid: { tone: 'bad', title: 'Not one of our codes', hint: 'Try the name, or the code below the QR code.' },
}

export const screenTitleOf = (event: string | undefined) => (event ? `Check-in – ${event}` : 'Check-in')

export const attendeeNameOf = ({ attendee }: DoorResult) =>
  attendee ? `${attendee.firstName} ${attendee.lastName}` : 'An attendee'

const revokedBecause: Record<Revocation, ResultLabels> = {
  cancelled: { tone: 'bad', title: 'Registration cancelled', hint: 'This place was given to someone else.' },
  replaced: { tone: 'bad', title: 'Code was replaced', hint: 'Ask for the newer code, in the last email.' },
}

export const labelsOf = (result: ScanResult | 'later', revocation?: Revocation): ResultLabels =>
  revocation ? revokedBecause[revocation] : said[result]

/** "Opens on 31 December, 06:00", on the clocks of the event. */
export function closureTitle({ opensAt, closedAt, cancelledAt }: Closure): string {
  if (cancelledAt) return 'This event was cancelled'
  const moment = opensAt ?? closedAt
  if (!moment) return 'Check-in is not open'
  const zone = zoneNote()
  const when = `${dayAndTimeOf(moment)}${zone ? ` (${zone})` : ''}`
  return opensAt ? `Opens on ${when}` : `Check-in closed on ${when}`
}

export function closureHint({ opensAt, closedAt, cancelledAt }: Closure): string {
  if (cancelledAt) return 'No one is checked in any more.'
  if (opensAt) return 'Check-in is closed until then. An organiser can open check-in by hand.'
  if (closedAt) return 'No one is checked in any more. An organiser can open check-in by hand.'
  return 'The event has no date yet. An organiser can open check-in by hand.'
}

/** "since 10:42 at Gate B", with the parts that are known. */
export function firstEntry({ checkedInAt, gate }: { checkedInAt?: string; gate?: string }): string | undefined {
  if (!checkedInAt) return undefined
  return `since ${clockOf(checkedInAt)}${gate ? ` at ${gate}` : ''}`
}

/** Extra lines below the result. */
export function remarkOf({ result, offline, unlisted }: DoorResult): string | undefined {
  if (result !== 'ok' || !offline) return undefined
  const later = 'Let in, will be confirmed when back online.'
  return unlisted ? `${later} Approved after this list was taken.` : later
}
