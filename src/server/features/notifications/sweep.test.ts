import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { startServer } from '#server/testing.ts'
import { insertLinks, insertOccasions } from './store.ts'
import { sweepNotifications } from './sweep.ts'
import { notifications, unsubscribeLinks } from './tables.ts'

test('a year later it is forgotten what was told to whom, and the links of those emails', async () => {
  const { aCompany, db, clock, platform } = await startServer()
  const { companyId, userId } = await aCompany()
  const tell = async (occasion: string) => {
    await db.transaction(async (tx) => {
      await insertOccasions(tx, 'task-opens', [{ companyId, occasion }], clock.now())
      await insertLinks(tx, [{ tokenHash: occasion, userId, kind: 'task-opens', createdAt: clock.now() }])
    })
  }
  await db.execute(sql`delete from ${unsubscribeLinks}`)
  await tell('old')
  clock.advance(days(1))
  await tell('younger')

  clock.advance(days(364))
  await sweepNotifications(platform)
  expect(await db.$count(notifications)).toBe(2)
  clock.advance(1)
  await sweepNotifications(platform)

  expect((await db.select().from(notifications)).map(({ occasion }) => occasion)).toEqual(['younger'])
  expect((await db.select().from(unsubscribeLinks)).map(({ tokenHash }) => tokenHash)).toEqual(['younger'])
})

test('more than one portion goes in one run', async () => {
  const { aCompany, db, clock, platform } = await startServer()
  const { companyId } = await aCompany()
  const occasions = Array.from({ length: 10_001 }, (_, n) => ({ companyId, occasion: String(n) }))
  await db.transaction((tx) => insertOccasions(tx, 'task-opens', occasions, clock.now()))

  clock.advance(days(366))
  await sweepNotifications(platform)

  expect(await db.$count(notifications)).toBe(0)
})
