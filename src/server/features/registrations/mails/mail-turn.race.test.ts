import { isNotNull, ne } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { events } from '#server/features/events/tables.ts'
import { minutes } from '#server/platform/clock.ts'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { eventually } from '#server/testing/eventually.ts'
import { atOnce, type Changed, patiently, startServerWith } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { ownToken } from '../link-token.ts'
import { registrations } from '../tables.ts'

/** Two processes with one event, and what ten impatient people do on them with the address of one attendee. */
async function withEvent(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const beside = await startServer({ beside: { ...server, bareDb: server.bareDb } })
  const { id } = await anEvent(await server.anAdmin())
  const [event] = await server.db.select().from(events)
  if (!event) throw new Error('There is no event')
  const visitor = (n: number) => (n % 2 ? server.visitor : beside.visitor)

  const register = async (n: number) => {
    const attendee = anAttendee(`Ada${n}`, { email: 'ada@mail.test' })
    const { status } = await patiently(() => visitor(n)('POST', `/api/events/${id}/register`, attendee))
    expect(status).toBe(201)
  }
  const findLive = () => server.db.select().from(registrations).where(ne(registrations.status, 'cancelled'))
  /** What the attendee's own link does with the registration that there is, if there is one. */
  const callOwnLink = async (n: number, action: 'cancel' | 'resend') => {
    const [live] = await findLive()
    if (!live) return
    const token = ownToken(event, live)
    const reply = await patiently(() => visitor(n)('POST', `/api/events/${id}/registration/${action}`, { token }))
    expect(reply.status).toBe(200)
  }
  const countMails = async () =>
    (await server.mails()).filter(({ template }) => template === 'registration-received').length
  return { ...server, register, callOwnLink, countMails }
}

type Event = Awaited<ReturnType<typeof withEvent>>

const rounds = 5

/** Ten register the address at once, then the attendee cancels: each round creates one registration, which is worth a mail. */
async function registerAndCancel({ register, callOwnLink, db }: Event) {
  for (let round = 1; round <= rounds; round++) {
    await atOnce(10, register)
    expect(await db.$count(registrations)).toBe(round)
    await callOwnLink(round, 'cancel')
  }
}

/** The mail is asked for in both ways each time that the pause of ten minutes is over. */
async function askAgain({ register, callOwnLink, clock, db }: Event) {
  await register(0)
  for (let round = 0; round < 4; round++) {
    clock.advance(minutes(11))
    await atOnce(10, (n) => (n % 2 ? register(n) : callOwnLink(n, 'resend')))
    // What is found due is mailed a moment after the answer.
    const countDue = () => db.$count(registrations, isNotNull(registrations.mailDueAt))
    await eventually(async () => (await countDue()) === 0, 'the mail that is due')
  }
}

const withoutTurns: Changed = {
  find: /insert into "attendee_mails"/,
  without: (query) => ({
    ...query,
    text: query.text.replace(
      /where cardinality\("[^)]*\) < 3 or "[^ ]+ <= (\$\d+)::timestamptz/,
      'where $1::timestamptz is not null',
    ),
  }),
}

test('however often ten at once register an address and it is cancelled again, on two processes, at most three mails go', async () => {
  const event = await withEvent()

  await registerAndCancel(event)

  // Those who come at the same moment may use turns up without a mail.
  expect(await event.countMails()).toBeGreaterThanOrEqual(1)
  expect(await event.countMails()).toBeLessThanOrEqual(3)
})

test('red control: without the condition of the turn each of five registrations is mailed', async () => {
  const event = await withEvent(withoutTurns)

  await registerAndCancel(event)

  expect(await event.countMails()).toBe(rounds)
})

test('ten who ask for the mail again at once, in both ways and for 44 minutes, cause at most three mails', async () => {
  const event = await withEvent()

  await askAgain(event)

  expect(await event.countMails()).toBeLessThanOrEqual(3)
})

test('red control: without the condition of the turn a mail goes after every pause', async () => {
  const event = await withEvent(withoutTurns)

  await askAgain(event)

  expect(await event.countMails()).toBe(5)
})
