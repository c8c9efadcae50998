import { expect, test } from 'vitest'
import { after, hours, minutes } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { offerPlacesJob, sweepWaitingLists } from './waiting-list.ts'

/** So many people in the order of the alphabet; the event is nineteen days away. */
async function aFullEvent(capacity: number, people: string[], changes: Record<string, unknown> = {}) {
  const server = await startServer()
  const { clock, db, visitor, anAdmin, platform } = server
  const admin = await anAdmin()
  const event = await anEvent(admin, { capacity, ...changes })
  const list = `/api/events/${event.id}/registrations`
  const ids = new Map<string, string>()
  for (const name of people) {
    clock.advance(minutes(1))
    ids.set(name, (await aRegistration(visitor, admin, event.id, name)).id)
  }
  const decide = (name: string, status: 'approved' | 'rejected') =>
    admin('PATCH', `${list}/${ids.get(name)}`, { status })
  /** Does what is due by now, and ends. */
  async function work() {
    const worker = startJobs(platform, [offerPlacesJob], { pollEveryMs: 20 })
    await eventually(async () => {
      const waiting = await db.select().from(jobs)
      return waiting.every(({ kind, runAt }) => kind !== offerPlacesJob.kind || runAt > clock.now())
    }, 'the jobs to be done')
    await worker.stop()
  }
  const offers = async () =>
    (await server.mails()).flatMap(({ template, toName }) => (template === 'place-offered' ? [toName] : []))
  const lastMailOf = async (name: string, template: string) =>
    (await server.mails()).findLast((mail) => mail.template === template && mail.toName === `${name} Lovelace`)
  async function tokenOf(name: string) {
    const mail = (await server.mails()).findLast(({ toAddress }) => toAddress === `${name.toLowerCase()}@mail.test`)
    return /[?&]r=([\w.~-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const own = async (name: string, act: '' | '/cancel' | '/acceptance' = '') =>
    visitor('POST', `/api/events/${event.id}/registration${act}`, { token: await tokenOf(name) })
  const counts = async () => (await admin('GET', `${list}/counts`)).body
  const setCapacity = (amount: number) => admin('PATCH', `/api/events/${event.id}`, { capacity: amount })
  const reopen = (name: string) => admin('POST', `${list}/${ids.get(name)}/reopening`)
  return { ...server, admin, event, list, ids, decide, work, offers, lastMailOf, own, counts, setCapacity, reopen }
}

test('a place that is given back is offered to the next, who takes it and gets the QR code', async () => {
  const { clock, decide, work, offers, own, counts, lastMailOf } = await aFullEvent(1, ['Ada', 'Ben', 'Cleo'])
  await decide('Ada', 'approved')
  await work()
  expect(await offers()).toEqual([])

  await own('Ada', '/cancel')
  await work()

  expect(await offers()).toEqual(['Ben Lovelace'])
  expect(await lastMailOf('Ben', 'place-offered')).toMatchObject({
    subject: 'A place is free for you: Beach run',
    text: expect.stringContaining('Please take it by Tuesday 2 June 2026, 08:03 (Curacao time, GMT−4).'),
  })
  expect(await counts()).toMatchObject({ offered: 1, approved: 0 })
  expect((await own('Ben')).body.offer).toEqual({
    expiresAt: after(clock.now(), hours(24)).toISOString(),
    open: true,
  })
  expect(await own('Ben', '/acceptance')).toMatchObject({ status: 200, body: { status: 'approved', offer: null } })
  expect((await lastMailOf('Ben', 'registration-approved'))?.attachments[0]?.contentType).toBe('image/png')
  expect(await own('Ben', '/acceptance'), 'pressed twice').toMatchObject({ status: 200 })
  expect(await own('Cleo', '/acceptance')).toMatchObject({ status: 409, body: { code: 'no-offer' } })
})

test('an offer that nobody takes goes to the next when its time is over, and the first keeps the waiting place', async () => {
  const { clock, decide, work, offers, own, list, admin } = await aFullEvent(1, ['Ada', 'Ben', 'Cleo'])
  await decide('Ada', 'rejected')
  await work()
  clock.advance(hours(24))
  await work()

  expect(await offers()).toEqual(['Ben Lovelace', 'Cleo Lovelace'])
  expect(await own('Ben', '/acceptance')).toMatchObject({ status: 409, body: { code: 'offer-ended' } })
  const rows = (await admin('GET', `${list}?sort=registeredAt`)).body as { offer: { open: boolean } | null }[]
  expect(rows.map(({ offer }) => offer?.open ?? null)).toEqual([null, false, true])
  expect(await own('Cleo', '/acceptance')).toMatchObject({ status: 200 })
})

test('who is late still gets the place while nobody else has it', async () => {
  const { clock, decide, work, own } = await aFullEvent(1, ['Ada', 'Ben'])
  await decide('Ada', 'rejected')
  await work()
  clock.advance(hours(30))
  await work()

  expect((await own('Ben')).body.offer).toMatchObject({ open: false })
  expect(await own('Ben', '/acceptance')).toMatchObject({ status: 200, body: { status: 'approved' } })
})

test('a place is kept for who registered in time and is not decided yet', async () => {
  const { decide, work, offers } = await aFullEvent(2, ['Ada', 'Ben', 'Cleo'])
  await decide('Ada', 'approved')
  await work()
  expect(await offers()).toEqual([])

  await decide('Ben', 'rejected')
  await work()

  expect(await offers()).toEqual(['Cleo Lovelace'])
})

test('near the event an offer lasts half of the time that is left, and in the last half hour there is none', async () => {
  const { clock, decide, work, offers, own } = await aFullEvent(2, ['Ada', 'Ben', 'Cleo', 'Dan'], {
    eventDate: '2026-06-01T22:04:00.000Z',
  })
  await decide('Ada', 'rejected')
  await work()
  expect((await own('Cleo')).body.offer.expiresAt).toBe('2026-06-01T17:04:00.000Z')

  clock.advance(hours(9.6))
  await decide('Ben', 'rejected')
  await work()

  expect(await offers()).toEqual(['Cleo Lovelace'])
})

test('with 0 hours the organisers decide by themselves', async () => {
  const { decide, work, offers } = await aFullEvent(1, ['Ada', 'Ben'], { offerHours: 0 })
  await decide('Ada', 'rejected')
  await work()

  expect(await offers()).toEqual([])
})

test('nobody is approved beyond the capacity, an offered place counts as taken', async () => {
  const { decide, work, admin, list, own, setCapacity } = await aFullEvent(1, ['Ada', 'Ben', 'Cleo'])
  await decide('Ada', 'approved')

  expect(await decide('Ben', 'approved')).toMatchObject({ status: 409, body: { code: 'event-full' } })
  await own('Ada', '/cancel')
  await work()
  expect(await decide('Cleo', 'approved'), 'the place is offered to Ben').toMatchObject({ status: 409 })
  const ids = (await admin('GET', list)).body.map(({ id }: { id: string }) => id)
  const many = await admin('POST', `${list}/decisions`, { ids, status: 'approved' })
  expect(many.body, 'Ben has the offer').toEqual({ decided: 1, left: 2, withoutPlace: 1 })

  expect(await setCapacity(2)).toMatchObject({ status: 200 })
  expect(await decide('Cleo', 'approved')).toMatchObject({ status: 200 })
  expect(await setCapacity(1)).toMatchObject({
    status: 400,
    body: { fields: { capacity: '2 people have a place already' } },
  })
})

test('more capacity is offered to those who wait; with less the newest offers end, and are made again first', async () => {
  const { work, offers, own, setCapacity } = await aFullEvent(1, ['Ada', 'Ben', 'Cleo', 'Dan'])
  await setCapacity(3)
  await work()
  expect((await offers()).toSorted()).toEqual(['Ben Lovelace', 'Cleo Lovelace'])

  await setCapacity(1)
  await work()

  expect(await own('Cleo', '/acceptance')).toMatchObject({ status: 409, body: { code: 'no-offer' } })
  expect(await own('Ben', '/acceptance')).toMatchObject({ status: 200 })
  await setCapacity(2)
  await work()
  expect((await own('Ada')).body.offer, 'registered before the others').toMatchObject({ open: true })
  await setCapacity(3)
  await work()
  expect((await own('Cleo')).body.offer).toMatchObject({ open: true })
  expect((await own('Dan')).body.offer).toBeNull()
})

test('who registered in time and lost the place to somebody else is offered the next one', async () => {
  const { decide, work, offers, own } = await aFullEvent(1, ['Ada', 'Ben', 'Cleo'])
  await decide('Ben', 'approved')
  await work()
  await own('Ben', '/cancel')
  await work()

  expect(await offers()).toEqual(['Ada Lovelace'])
})

test('a capacity that is set later makes a waiting list of those beyond it', async () => {
  const { decide, work, offers, own, setCapacity } = await aFullEvent(10, ['Ada', 'Ben', 'Cleo'])
  await decide('Ada', 'approved')
  await setCapacity(1)
  await work()
  expect(await offers()).toEqual([])

  await own('Ada', '/cancel')
  await work()

  expect(await offers()).toEqual(['Ben Lovelace'])
})

test('a rejection that is reopened takes no place from who was offered it', async () => {
  const { decide, work, own, reopen, clock } = await aFullEvent(1, ['Ada', 'Ben'])
  await decide('Ada', 'rejected')
  await work()
  await reopen('Ada')
  await work()

  expect(await decide('Ada', 'approved')).toMatchObject({ status: 409, body: { code: 'event-full' } })
  expect((await own('Ben')).body.offer).toMatchObject({ open: true })
  clock.advance(hours(24))
  await work()
  expect((await own('Ada')).body.offer).toMatchObject({ open: true })
  expect(await own('Ben', '/acceptance'), 'too late').toMatchObject({ status: 409, body: { code: 'offer-ended' } })
})

test('of many who are approved at once those who registered first get the places', async () => {
  const { admin, list, ids } = await aFullEvent(2, ['Ada', 'Ben', 'Cleo', 'Dan'])

  const reply = await admin('POST', `${list}/decisions`, { ids: [...ids.values()].toReversed(), status: 'approved' })

  expect(reply.body).toEqual({ decided: 2, left: 2, withoutPlace: 2 })
  const rows = (await admin('GET', `${list}?sort=registeredAt`)).body as { status: string }[]
  expect(rows.map(({ status }) => status)).toEqual(['approved', 'approved', 'pending', 'pending'])
})

test('who was rejected cannot take a place, and reads why', async () => {
  const { decide, own } = await aFullEvent(1, ['Ada'])
  await decide('Ada', 'rejected')

  expect(await own('Ada', '/acceptance')).toMatchObject({
    status: 409,
    body: { code: 'registration-decided', message: 'The organisers could not give you a place at this event.' },
  })
})

test('between 21:00 and 07:00 nobody gets an offer; it comes in the morning and its time runs from there', async () => {
  const { clock, decide, work, offers, own, admin, list } = await aFullEvent(1, ['Ada', 'Ben'])
  // 21:02 in Curacao.
  clock.advance(hours(13))
  await decide('Ada', 'rejected')
  await work()
  expect(await offers()).toEqual([])
  const offerComesAt = '2026-06-02T11:00:00.000Z'
  expect((await own('Ben')).body).toMatchObject({ status: 'pending', waiting: false, offer: null, offerComesAt })
  expect((await admin('GET', `${list}?q=Ben`)).body).toMatchObject([{ offerComesAt }])

  clock.advance(hours(9))
  await work()
  expect(await offers(), '06:02').toEqual([])
  clock.advance(minutes(58))
  await work()

  expect(await offers()).toEqual(['Ben Lovelace'])
  const { offer, offerComesAt: later } = (await own('Ben')).body
  expect([offer.expiresAt, later]).toEqual(['2026-06-03T11:00:00.000Z', undefined])
})

test('what a lost job left undone is made up by the sweep', async () => {
  const { db, decide, offers, platform } = await aFullEvent(1, ['Ada', 'Ben'])
  await decide('Ada', 'rejected')
  await db.delete(jobs)

  await sweepWaitingLists(platform)

  expect(await offers()).toEqual(['Ben Lovelace'])
})

test('a cancelled event offers nothing', async () => {
  const { admin, event, decide, work, offers } = await aFullEvent(1, ['Ada', 'Ben'])
  await decide('Ada', 'rejected')
  await admin('POST', `/api/events/${event.id}/cancellation`, {})
  await work()

  expect(await offers()).toEqual([])
})
