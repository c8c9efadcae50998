import * as events from '#server/features/events/service.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { listRegistered } from './register-store.ts'

type Request = { event: Pick<events.Event, 'id' | 'capacity'>; row: { eventId: string; email: string } }

/**
 * Says for each, in this order, whether it goes on the waiting list. Events with a capacity stay locked until the end of the
 * transaction: whoever is told of a place has it. Of other events nothing is asked. An address that is registered already takes
 * no place and gets the answer of anybody else.
 */
export async function assignPlaces(tx: Tx, requests: Request[]): Promise<boolean[]> {
  const limited = requests.filter(({ event }) => event.capacity !== null)
  if (limited.length === 0) return requests.map(() => false)
  const free = await events.lockFreePlaces(tx, [...new Set(limited.map(({ event }) => event.id))])
  const keyOf = ({ eventId, email }: Request['row']) => `${eventId} ${email}`
  const registered = new Set(
    (
      await listRegistered(
        tx,
        limited.map(({ row }) => row),
      )
    ).map(keyOf),
  )
  return requests.map(({ row }) => {
    const left = free.get(row.eventId) ?? Number.POSITIVE_INFINITY
    if (!registered.has(keyOf(row))) free.set(row.eventId, left - 1)
    registered.add(keyOf(row))
    return left <= 0
  })
}
