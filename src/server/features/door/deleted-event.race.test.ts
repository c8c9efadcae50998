import { expect, test } from 'vitest'
import { events } from '#server/features/events/tables.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, countWaiting, databaseWith, patiently } from '#server/testing/guards.ts'
import { withoutForeignKey } from '#server/testing/rules.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { doorScans } from './tables.ts'

type Door = Awaited<ReturnType<typeof aDoor>>
type Reply = Awaited<ReturnType<Caller>>

/** The scan comes when the deletion has locked the event, and the deletion goes on when the scan waits for it or was answered. */
async function deleteDuring(door: Door, scan: () => Promise<Reply>) {
  let scanning: Promise<Reply> | undefined
  const locked = {
    find: /from "events".* for update$/,
    async after() {
      if (scanning) return
      let isAnswered = false
      scanning = patiently(scan).finally(() => (isAnswered = true))
      await eventually(
        async () => isAnswered || (await countWaiting(door.db)) > 0,
        'the scan to wait or to be answered',
      )
    },
  }
  const beside = { ...door, bareDb: databaseWith(door.databaseUrl, locked) }
  const admin = await (await startServer({ beside })).anAdmin('deleter')
  const deleted = await patiently(() => admin('DELETE', door.at('')))
  const scanned = await scanning
  const left = { events: await door.db.$count(events), scans: await door.db.$count(doorScans) }
  return { deleted: deleted.status, scanned: [scanned?.status, scanned?.body.result ?? scanned?.body.code], ...left }
}

test('a scan of an event that is being deleted finds no event, and stays in no log', async () => {
  const door = await aDoor()

  const outcome = await deleteDuring(door, () => door.scan({ code: 'ABC-123' }))

  expect(outcome).toEqual({ deleted: 200, scanned: [404, 'not-found'], events: 0, scans: 0 })
})

test('red control: without the foreign key of scans one is kept for an event that is gone', async () => {
  const door = await aDoor()

  const outcome = await withoutForeignKey(door.db, 'door_scans', 'door_scans_event_id_events_id_fk', () =>
    deleteDuring(door, () => door.scan({ code: 'ABC-123' })),
  )

  expect(outcome).toEqual({ deleted: 200, scanned: [200, 'invalid'], events: 0, scans: 1 })
})

test('an attendee who is let in while the event is being deleted stays in, and so does the event', async () => {
  const door = await aDoor()
  const { payload } = await door.attendee('Ada', 'approved')

  const outcome = await deleteDuring(door, () => door.scan({ payload }))

  expect(outcome).toEqual({ deleted: 409, scanned: [200, 'ok'], events: 1, scans: 1 })
})

test('red control: without the foreign key of registrations the event goes, and every scan with it', async () => {
  const door = await aDoor()
  const { payload } = await door.attendee('Ada', 'approved')
  const key = 'event_registrations_event_id_events_id_fk'

  const outcome = await withoutForeignKey(door.db, 'event_registrations', key, () =>
    deleteDuring(door, () => door.scan({ payload })),
  )

  expect(outcome).toMatchObject({ deleted: 200, events: 0, scans: 0 })
})

test('whichever is first, nothing is left of an event that is deleted while many scan what is no code of it', async () => {
  const door = await aDoor()

  const [deleted, ...scans] = await atOnce(21, (n) =>
    patiently(() => (n === 0 ? door.admin('DELETE', door.at('')) : door.scan({ code: `ABC-${100 + n}` }))),
  )

  expect(deleted?.status).toBe(200)
  for (const { status } of scans) expect([200, 404]).toContain(status)
  expect([await door.db.$count(events), await door.db.$count(doorScans)]).toEqual([0, 0])
})
