import { companies } from '../../../src/server/features/companies/tables.ts'
import { someTasks, waitingProofs } from '../../../src/server/features/proofs/testing.ts'
import { systemClock } from '../../../src/server/platform/clock.ts'
import { openDatabase } from '../../../src/server/platform/database/client.ts'
import { administrator } from '../../rig/accounts.ts'
import type { Cluster } from '../cluster.ts'
import { createCaller } from './send-request.ts'
import type { Targets } from './writers.ts'

const day = 24 * 60 * 60_000
let prepared = 0

/** An event, four companies and pending proofs; new ones for each fault. */
export async function prepareTargets({ proxy, databaseUrl }: Cluster): Promise<Targets> {
  const caller = createCaller(proxy.url, proxy.certificate)
  const login = await caller.send({ method: 'POST', path: '/api/auth/login', body: administrator })
  const body = {
    title: `Load ${++prepared}`,
    description: 'Registrations under load',
    eventDate: new Date(Date.now() + 6 * day).toISOString(),
  }
  const headers = { cookie: login.cookie }
  const event = await caller.send({ method: 'POST', path: '/api/events', body, headers })
  caller.close()
  if (event.status !== 201) throw new Error(`no event: ${event.status} ${JSON.stringify(event.body)}`)

  const { db, close } = openDatabase({ url: databaseUrl, onError: () => undefined })
  try {
    const now = systemClock.now()
    const rows = ['North', 'East', 'South', 'West'].map((name) => ({
      name: `${name} ${prepared}`,
      contactPersonName: 'Ada Lovelace',
      email: `${name}-${prepared}@office.test`,
      phone: '+5999123456',
      createdAt: now,
      updatedAt: now,
    }))
    const made = await db.insert(companies).values(rows).returning()
    const taskIds = await someTasks({ db, clock: systemClock }, 60)
    const proofs = await Promise.all(made.map(({ id }) => waitingProofs({ db, clock: systemClock }, id, taskIds)))
    return { eventId: String(event.body.id), companyIds: made.map(({ id }) => id), proofIds: proofs.flat() }
  } finally {
    await close()
  }
}
