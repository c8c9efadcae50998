import { clockOf, momentOf } from '#client/platform/formats/dates.ts'
import type { Status } from '#client/ui/display/status-badge.tsx'
import type { OwnRegistration } from '#contract/registrations/own-registration.ts'

type OwnLabels = { badge: Status; label?: string; title: string; text: string }

/** Status of a registration in plain words. */
export function labelsFor(registration: OwnRegistration, now: number): OwnLabels {
  const { firstName, status, waiting, checkedInAt } = registration
  if (registration.eventCancelledAt) {
    return {
      badge: 'cancelled',
      title: 'This event was cancelled.',
      text: registration.eventCancellationReason || 'There is nothing you have to do.',
    }
  }
  if (checkedInAt) {
    return {
      badge: 'checked-in',
      title: `Welcome, ${firstName}!`,
      text: `You were checked in at the entrance, ${momentOf(checkedInAt)}.`,
    }
  }
  switch (status) {
    case 'approved':
      return { badge: 'approved', title: `You are in, ${firstName}!`, text: 'Show this code at the entrance.' }
    case 'rejected':
      return {
        badge: 'rejected',
        label: 'Not approved',
        title: `Sorry, ${firstName}.`,
        text: 'The organisers could not give you a place at this event.',
      }
    case 'cancelled':
      return {
        badge: 'cancelled',
        title: 'You cancelled your place.',
        text: 'Thank you for telling us. Changed your mind? You can register again.',
      }
    case 'pending':
      if (registration.confirmation) return unconfirmedLabels(registration, registration.confirmation, now)
      if (registration.offer?.open === false) {
        return {
          badge: 'pending',
          label: 'Waiting list',
          title: `Your offer has ended, ${firstName}.`,
          text: 'If the place is still free, you can take it now. If not, you stay on the waiting list.',
        }
      }
      if (registration.offer) {
        return {
          badge: 'pending',
          label: 'A place is free',
          title: `A place is free for you, ${firstName}.`,
          text: `Take it by ${momentOf(registration.offer.expiresAt)}. After that we offer it to the next person.`,
        }
      }
      if (registration.offerComesAt) {
        return {
          badge: 'pending',
          label: 'Waiting list',
          title: `You are next, ${firstName}.`,
          text: `A place has become free. We offer it to you at ${clockOf(registration.offerComesAt)}, by email and on this page.`,
        }
      }
      return waiting
        ? {
            badge: 'pending',
            label: 'Waiting list',
            title: `You are on the waiting list, ${firstName}.`,
            text: 'All places are taken. We write to you when one becomes free.',
          }
        : {
            badge: 'pending',
            title: `Almost there, ${firstName}.`,
            text: 'Your registration is waiting for approval. You will get an email with your QR code, and it will be here too.',
          }
  }
}

type Confirmation = NonNullable<OwnRegistration['confirmation']>

/** Minutes left to confirm; `now` advances while the page is open. */
const minutesToConfirm = ({ by, keepsPlace }: Confirmation, now: number): number =>
  keepsPlace ? Math.max(0, Math.ceil((new Date(by).getTime() - now) / 60_000)) : 0

function unconfirmedLabels(
  { firstName, waiting }: OwnRegistration,
  confirmation: Confirmation,
  now: number,
): OwnLabels {
  const left = minutesToConfirm(confirmation, now)
  const common = { badge: 'pending', label: 'Waits for your confirmation' } as const
  if (left > 0) {
    return {
      ...common,
      title: `Keep your place, ${firstName}.`,
      text: `We keep a place for you for ${left === 1 ? '1 more minute' : `${left} more minutes`}, until ${clockOf(confirmation.by)}. Confirm your registration by then.`,
    }
  }
  return {
    ...common,
    title: waiting ? `Join the waiting list, ${firstName}.` : `The time to keep your place is over, ${firstName}.`,
    text: 'You can still confirm. You get a place if one is free; otherwise you are on the waiting list.',
  }
}
