import { mostUnconfirmed, needsConfirmation } from '#contract/events/rules.ts'
import { confirmMinutes } from '#contract/registrations/confirmation.ts'
import * as events from '#server/features/events/service.ts'
import { after, type Clock, minutes } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { countUnconfirmed } from '../confirming/unconfirmed-store.ts'
import { addressKey, listRegistered } from './register-store.ts'

type Request = {
  event: Pick<events.Event, 'id' | 'capacity'>
  row: { eventId: string; email: string }
  attempt: { count: number }
  /** Of the event and the network address. */
  sourceHash: string
}

/** `confirmBy`: until when the email address has to be confirmed; null where that is not asked. */
export type Place = { waiting: boolean; confirmBy: Date | null }

const unlimited: Place = { waiting: false, confirmBy: null }

/**
 * Says for each, in this order, whether it goes on the waiting list, and whether it has to be confirmed. Events with a capacity
 * stay locked until the end of the transaction: whoever is told of a place has it. Of other events nothing is asked. An address
 * that is registered already takes no place and gets the answer of anybody else. Undefined: too many of this network wait.
 */
export async function assignPlaces(
  tx: Tx,
  clock: Clock,
  requests: Request[],
): Promise<{ places: (Place | undefined)[]; now: Date }> {
  const limited = requests.filter(({ event }) => event.capacity !== null)
  if (limited.length === 0) return { places: requests.map(() => unlimited), now: clock.now() }
  const ids = [...new Set(limited.map(({ event }) => event.id))]
  const { places: free, now } = await events.lockFreePlaces(tx, clock, ids)
  const confirmBy = after(now, minutes(confirmMinutes))
  const rows = limited.map(({ row }) => row)
  const registered = new Set((await listRegistered(tx, rows, now)).map(addressKey))
  const hashes = limited.map(({ sourceHash }) => sourceHash)
  const unconfirmed = await countUnconfirmed(tx, ids, hashes)
  const places = requests.map(({ row, attempt, sourceHash }): Place | undefined => {
    const known = free.get(row.eventId)
    if (!known) return unlimited
    const isAsked = needsConfirmation(known.event, { free: known.free, fromSameAddress: attempt.count })
    const waitingToConfirm = unconfirmed.get(sourceHash) ?? 0
    // Judged before the address is looked at: a refusal does not tell whether it is known.
    if (isAsked && waitingToConfirm >= mostUnconfirmed(known.event.capacity)) return undefined
    const waiting = known.free <= 0
    if (!registered.has(addressKey(row))) {
      known.free--
      if (isAsked) unconfirmed.set(sourceHash, waitingToConfirm + 1)
    }
    registered.add(addressKey(row))
    return { waiting, confirmBy: isAsked ? confirmBy : null }
  })
  return { places, now }
}
