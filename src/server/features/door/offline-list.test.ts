import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { isGenuine, listKey, openBox, readCode } from '#contract/door/codes.ts'
import type { DoorEntry } from '#contract/door/endpoints.ts'
import { registrations } from '#server/features/registrations/tables.ts'
import { aDoor } from '#server/testing/data/door.ts'
import { eventually } from '#server/testing/eventually.ts'

test('a device with the list and a code finds the name; without the code it finds nothing', async () => {
  const { attendee, aPass, at, event } = await aDoor()
  const ada = await attendee('Ada', 'approved')
  await attendee('Linus', 'approved')
  await attendee('Grace')
  const { call } = await aPass()

  const list = await call('GET', at('/door/list'))
  const door = await call('GET', at('/door'))

  const code = readCode(ada.payload)
  expect(code && (await isGenuine(code, door.body.publicKey))).toBe(true)
  const key = await listKey(ada.id)
  const entries = list.body.entries as DoorEntry[]
  const own = entries.find((entry) => entry.key === key)
  expect(entries).toHaveLength(2)
  expect(own).toMatchObject({ issue: 1, checkedInAt: null })
  expect(await openBox(own?.box ?? '', ada.payload)).toEqual({
    id: ada.id,
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Analytical Engines',
  })
  for (const other of entries.filter((entry) => entry !== own)) {
    expect(await openBox(other.box ?? '', ada.payload)).toBeUndefined()
  }
  for (const secret of ['Ada', 'Linus', 'Lovelace', 'Engines', '@', ada.id, ada.code, ada.payload, event.id]) {
    expect([secret, list.text.includes(secret)]).toEqual([secret, false])
  }
})

test('boxes of long and short names have one size', async () => {
  const { attendee, admin, at } = await aDoor()
  await attendee('Jo', 'approved')
  await attendee('Maximiliana', 'approved')

  const { body } = await admin('GET', at('/door/list'))

  const [short, long] = (body.entries as DoorEntry[]).map(({ box }) => box?.length)
  expect(short).toBe(long)
})

test('a code that was taken back is in the list as worth nothing', async () => {
  const { attendee, admin, at } = await aDoor()
  const [ada, grace] = [await attendee('Ada', 'approved'), await attendee('Grace', 'approved')]
  await admin('POST', at(`/registrations/${ada.id}/reopening`))
  await admin('POST', at(`/registrations/${grace.id}/reissue`))

  const { body } = await admin('GET', at('/door/list'))

  const keys = { ada: await listKey(ada.id), grace: await listKey(grace.id) }
  const byKey = new Map<string, DoorEntry>(body.entries.map((entry: DoorEntry) => [entry.key, entry]))
  expect(byKey.get(keys.ada)).toMatchObject({ issue: 0, status: 'pending', box: null })
  expect(byKey.get(keys.grace)).toMatchObject({ issue: 2 })
})

test('the list is made once, and anew after every change of a registration', async () => {
  const { attendee, admin, at, scan } = await aDoor()
  const { payload } = await attendee('Ada', 'approved')
  const read = (tag = '') => admin('GET', at('/door/list'), undefined, { headers: { 'if-none-match': tag } })
  // The announcement of the approval may still be on its way when the list is read for the first time.
  const isKept = async () => (await read((await read()).headers.get('etag') ?? '')).status === 304

  await eventually(isKept, 'the list to be kept')
  await scan({ payload })

  await eventually(async () => (await read()).body.entries[0].checkedInAt !== null, 'the check-in in the list')
  await attendee('Grace', 'approved')
  expect((await read()).body.entries).toHaveLength(2)
})

test('a list of ten thousand attendees is whole', async () => {
  const { admin, at, event, db, clock } = await aDoor()
  const now = clock.now()
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    ...{ eventId: event.id, firstName: 'Ada', lastName: `Lovelace ${n}`, email: `ada${n}@mail.test`, phone: '1' },
    ...{ status: 'approved' as const, code: `C-${n}`, issue: 1, registeredAt: now, noticeVersion: '1' },
    qrCodePayload: `sw1.${randomUUID()}.${randomUUID()}`,
  }))
  for (let from = 0; from < many.length; from += 2_000) {
    await db.insert(registrations).values(many.slice(from, from + 2_000))
  }

  const { body } = await admin('GET', at('/door/list'))

  expect(body.entries).toHaveLength(10_000)
})
