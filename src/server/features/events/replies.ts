import type { z } from 'zod'
import type { ManagedEvent, PublicEvent } from '#contract/events/endpoints.ts'
import { isRegistrationOpen } from '#contract/events/rules.ts'
import type * as store from './store.ts'

export type Managed = z.input<typeof ManagedEvent>
export type Public = z.input<typeof PublicEvent>

export function toPublicEvent({ event, full }: store.EventWithAvailability, now: Date): Public {
  const {
    id,
    shortCode,
    title,
    description,
    youtubeUrl,
    eventDate,
    endsAt,
    place,
    brandingColor,
    isActive,
    cancelledAt,
    cancellationReason,
    createdAt,
  } = event
  return {
    ...{ id, shortCode, title, description, youtubeUrl, eventDate, endsAt, place, brandingColor, isActive, createdAt },
    ...{ cancelledAt, cancellationReason },
    registrationOpen: isRegistrationOpen(event, now),
    full,
  }
}

export function toManagedEvent(found: store.EventWithCounts, now: Date): Managed {
  const { capacity, checkInHoursBefore, checkInHoursAfter, offerHours, confirmation, emailSubject, emailBodyText } =
    found.event
  const { total, pending, approved, checkedIn } = found.counts
  return {
    ...toPublicEvent(found, now),
    ...{ capacity, checkInHoursBefore, checkInHoursAfter, offerHours, confirmation, emailSubject, emailBodyText },
    totalRegistrations: total,
    pendingRegistrations: pending,
    approvedRegistrations: approved,
    checkedInRegistrations: checkedIn,
  }
}
