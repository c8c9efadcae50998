import type { DoorCounts } from '#contract/door/endpoints.ts'
import * as registrations from '#server/features/registrations/service.ts'
import type { Db } from '#server/platform/database/client.ts'
import * as store from './store.ts'

type Counting = { running: Promise<DoorCounts>; next?: Promise<DoorCounts> }
const countings = new WeakMap<Db, Map<string, Counting>>()

/**
 * Counted after the question was asked, never before: whoever let somebody in counts them. But a crowd of scans shares one
 * counting, the one that begins after the last of them.
 */
export function countsOf(db: Db, eventId: string): Promise<DoorCounts> {
  const known = countings.get(db) ?? new Map<string, Counting>()
  countings.set(db, known)
  const counting = known.get(eventId)
  if (!counting) return begin(db, known, eventId)
  counting.next ??= counting.running.then(
    () => begin(db, known, eventId),
    () => begin(db, known, eventId),
  )
  return counting.next
}

function begin(db: Db, known: Map<string, Counting>, eventId: string): Promise<DoorCounts> {
  const running = counted(db, eventId)
  const counting: Counting = { running }
  known.set(eventId, counting)
  const end = () => {
    if (known.get(eventId) === counting && !counting.next) known.delete(eventId)
  }
  running.then(end, end)
  return running
}

async function counted(db: Db, eventId: string): Promise<DoorCounts> {
  const [{ approved, checkedIn }, gates] = await Promise.all([
    registrations.doorCounts(db, eventId),
    store.countByGate(db, eventId),
  ])
  return { approved, checkedIn, gates }
}
