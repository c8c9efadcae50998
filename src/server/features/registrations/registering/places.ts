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
  /** Hash of the event and the network address. */
  sourceHash: string
}

/** `confirmBy` is the deadline for confirming the email address; null when no confirmation is needed. */
export type Place = { waiting: boolean; confirmBy: Date | null }

const unlimited: Place = { waiting: false, confirmBy: null }

/**
 * Decides for each request, in order, whether it joins the waiting list and whether it must be confirmed. Locks
 * events with a capacity until the transaction ends, so that nobody else takes an assigned place. Other events are
 * not queried. A registered address takes no place and gets the same answer. Undefined: too many unconfirmed
 * registrations come from this network.
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
    // Refuse before comparing the address, so that a refusal does not reveal whether it is known.
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
