import { expect, test } from 'vitest'
import { days, hours } from '#server/platform/clock.ts'
import type { Company } from '#server/testing/data/world.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  startServerWith,
  withoutAdvisoryLock,
  withoutConflictClause,
} from '#server/testing/guards.ts'
import { withoutIndex } from '#server/testing/rules.ts'
import { mailTopThree } from './top-three.ts'

async function competing(names: string[], ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const root = await server.anAdmin()
  const callers = new Map<string, Company>()
  for (const name of names) callers.set(name, await server.aCompany(name))
  const idOf = (name: string) => callers.get(name)?.companyId
  const give = async (name: string, points: number) => {
    server.clock.advance(1_000)
    const reply = await root('POST', `/api/companies/${idOf(name)}/points`, {
      points,
      reason: 'For the parade',
    })
    expect(reply.status).toBeLessThan(300)
  }
  const sent = async () => (await server.mails()).map(({ subject }) => subject)
  return { ...server, root, idOf, callers, give, sent, look: () => mailTopThree(server.platform) }
}

test('a company is emailed when it enters the top three, and not for moving within', async () => {
  const { give, look, sent } = await competing(['acme', 'bolt', 'crew', 'dune'])
  for (const [name, points] of [
    ['acme', 40],
    ['bolt', 30],
    ['crew', 20],
    ['dune', 10],
  ] as const)
    await give(name, points)
  await look()
  await look()
  expect(await sent()).toEqual(
    expect.arrayContaining(['acme Ltd is in first place', 'bolt Ltd is in second place', 'crew Ltd is in third place']),
  )
  expect(await sent()).toHaveLength(3)

  await give('bolt', 20)
  await look()
  expect(await sent()).toHaveLength(3)
  await give('dune', 35)
  await look()
  expect((await sent()).slice(3)).toEqual(['dune Ltd is in second place'])
})

test('going out and in again is told once a day, and nothing at night', async () => {
  const { give, look, sent, clock } = await competing(['acme', 'bolt', 'crew', 'dune'])
  for (const name of ['acme', 'bolt', 'crew']) await give(name, 20)
  await look()
  await give('dune', 30)
  await look()
  await give('crew', 30)
  await look()
  expect(await sent(), 'crew was third, was overtaken, and is first').toHaveLength(4)

  clock.advance(hours(14))
  await give('bolt', 50)
  await look()
  expect(await sent(), 'at night').toHaveLength(4)
  clock.advance(days(1) - hours(14))
  await look()
  expect((await sent()).slice(4)).toEqual(['bolt Ltd is in first place'])
})

test('a hidden company and one that does not want it get none', async () => {
  const { give, look, sent, root, idOf, callers } = await competing(['acme', 'bolt', 'crew'])
  await root('PATCH', `/api/admin/companies/${idOf('acme')}`, { hidden: true })
  await callers.get('bolt')?.('PATCH', '/api/auth/notifications', { choices: { 'top-three': false } })
  for (const name of ['acme', 'bolt', 'crew']) await give(name, 20)

  await look()

  expect(await sent()).toEqual(['crew Ltd is in second place'])
})

test('eight looks at once tell a company once', async () => {
  const { give, look, sent } = await competing(['acme'])
  await give('acme', 10)

  await atOnce(8, look)

  expect(await sent()).toEqual(['acme Ltd is in first place'])
})

test('red control: without the row and the lock two looks tell it twice', async () => {
  const insert = /^insert into "notifications"/
  const noted = /^insert into "top_three"/
  const { give, look, sent, db } = await competing(
    ['acme'],
    withoutAdvisoryLock,
    withoutConflictClause(noted),
    withoutConflictClause(insert),
    meetBefore(noted, 2),
    meetBefore(insert, 2),
  )
  await give('acme', 10)

  const told = await withoutIndex(db, 'top_three_company', () =>
    withoutIndex(db, 'notifications_occasion', async () => {
      await atOnce(2, look)
      return sent()
    }),
  )

  expect(told).toHaveLength(2)
})
