import { expect } from 'vitest'
import type { registrations } from '#server/features/registrations/tables.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { type Changed, startServerWith } from '#server/testing/guards.ts'

/** 14:00 in Curaçao, so that a day before it is not at night. */
export const afternoon = '2026-06-03T18:00:00.000Z'

/** Starts a server with an event and approved attendees, in the order of the names. */
export async function withAttendees(
  names: string[],
  {
    event: changes = {},
    statements = [] as Changed[],
  }: { event?: Record<string, unknown>; statements?: Changed[] } = {},
) {
  const server = await startServerWith(...statements)
  const { clock, visitor } = server
  const admin = await server.anAdmin()
  const event = await anEvent(admin, { place: 'Mambo Beach', eventDate: afternoon, ...changes })
  const path = `/api/events/${event.id}`
  const ids = new Map<string, string>()
  const register = async (name: string) => {
    const { id } = await aRegistration(visitor, admin, event.id, name)
    ids.set(name, id)
    return id
  }
  const decide = (name: string, status: 'approved' | 'rejected') =>
    admin('PATCH', `${path}/registrations/${ids.get(name)}`, { status })
  for (const name of names) {
    await register(name)
    await decide(name, 'approved')
  }
  const mailsOf = async (template: string) => (await server.mails()).filter((mail) => mail.template === template)
  /** First names of the recipients. */
  const told = async (template: string) =>
    (await mailsOf(template)).map(({ toName }) => toName.replace(' Lovelace', '')).toSorted()
  const setClock = (to: string) => clock.advance(Date.parse(to) - clock.now().getTime())
  const tokenOf = async (name: string) => {
    const mail = (await server.mails()).findLast(({ toAddress }) => toAddress === `${name.toLowerCase()}@mail.test`)
    return /[?&]r=([\w.~-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  const own = async (name: string, act = '') =>
    visitor('POST', `${path}/registration${act}`, { token: await tokenOf(name) })
  return { ...server, admin, event, path, ids, register, decide, mailsOf, told, setClock, own }
}

/** Fails the batch of notices after this many. */
export function cutAfter(batches: number): Changed {
  let written = 0
  return {
    find: /insert into "attendee_notices"/,
    async after() {
      written++
      if (written > batches) throw new Error('cut off')
    },
  }
}

/** Each of `count` people has one of these mails. */
export function expectOneEach(mails: { toAddress: string }[], count: number) {
  expect(mails).toHaveLength(count)
  expect(new Set(mails.map(({ toAddress }) => toAddress)).size).toBe(count)
}

/** Rows of `count` approved people, for an insert into the table. */
export const approvedRows = (eventId: string, count: number): (typeof registrations.$inferInsert)[] =>
  Array.from({ length: count }, (_, n) => ({
    ...{ eventId, firstName: `Ada${n}`, lastName: 'Lovelace', email: `ada${n}@mail.test`, phone: '+59991234567' },
    ...{ code: `C-${n}`, noticeVersion: 'test', registeredAt: new Date('2026-06-01T12:00:00Z') },
    ...{ status: 'approved', approvedAt: new Date('2026-06-01T12:00:00Z'), issue: 1, qrCodePayload: `code ${n}` },
  }))
