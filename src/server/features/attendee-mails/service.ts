import type { EventHooks } from '#server/features/events/service.ts'
import type { WithdrawMails } from '#server/features/registrations/service.ts'
import type { Platform } from '#server/platform/platform.ts'
import { enqueueCancellationMails, sweepCancellationMails } from './event-cancellation/event-cancellation.ts'
import { collectMove, sweepMoves } from './event-moves/event-moves.ts'
import { sweepMessages } from './messages/messages.ts'
import { withdrawNotices } from './store.ts'

/** Mails that belong to the transaction in which an event is edited or cancelled. */
export const eventHooks: EventHooks = { onEdited: collectMove, onCancelled: enqueueCancellationMails }

/** Mails not sent yet that a change of the registration makes wrong. */
export const withdrawMails: WithdrawMails = (tx, registrationId, change) =>
  withdrawNotices(tx, { registrationId }, change === 'cancelled' ? ['reminder', 'moved', 'message'] : ['reminder'])

/** Continues mailings that a crash interrupted. */
export async function sweep(platform: Platform) {
  await sweepCancellationMails(platform)
  await sweepMoves(platform)
  await sweepMessages(platform)
}
