import type { DoorCounts } from '#contract/door/endpoints.ts'
import * as registrations from '#server/features/registrations/service.ts'
import type { Db } from '#server/platform/database/client.ts'
import * as store from './store.ts'

export async function countsOf(db: Db, eventId: string): Promise<DoorCounts> {
  const [{ approved, checkedIn }, gates] = await Promise.all([
    registrations.doorCounts(db, eventId),
    store.countByGate(db, eventId),
  ])
  return { approved, checkedIn, gates }
}
