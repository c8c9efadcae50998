import { expect, test } from 'vitest'
import { startServer, startWorld } from '#server/testing.ts'
import { after, days } from '../clock.ts'
import { endSession, endSessionsOf, findEndedSessions } from './sessions.ts'

test('of more streams than a statement takes values the sessions that stand no more are found', async () => {
  const server = await startServer()
  const { sid } = await server.aUser('acme')
  const others = Array.from({ length: 70_000 }, (_, n) => `ended ${n}`)

  const ended = await findEndedSessions(server.db, [...others, sid, sid], server.clock.now())
  expect([ended.size, ended.has(sid)]).toEqual([70_000, false])
})

test('sessions that somebody else ended are found with the reason, others without', async () => {
  const { db, clock, acme, own, old } = await startWorld({ acme: 'user', own: 'user', old: 'user' })
  await db.transaction((tx) => endSessionsOf(tx, acme.userId, { reason: 'disabled' }))
  await db.transaction((tx) => endSession(tx, own.sid))

  const ask = (now: Date) => findEndedSessions(db, [acme.sid, own.sid, old.sid], now)
  expect(await ask(clock.now())).toEqual(
    new Map([
      [acme.sid, 'disabled'],
      [own.sid, undefined],
    ]),
  )
  // What was kept of it is over too.
  expect(await ask(after(clock.now(), days(31)))).toEqual(
    new Map([acme.sid, own.sid, old.sid].map((sid) => [sid, undefined])),
  )
})
