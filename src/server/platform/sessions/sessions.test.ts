import { expect, test } from 'vitest'
import { World } from '#server/testing/data/world.ts'
import { startServer } from '#server/testing.ts'
import { findValidSessions } from './sessions.ts'

test('of more streams than a statement takes values the sessions that stand are found', async () => {
  const server = await startServer()
  const { sid } = await new World(server).join('acme')
  const others = Array.from({ length: 70_000 }, (_, n) => `ended ${n}`)

  expect(await findValidSessions(server.db, [...others, sid, sid], server.clock.now())).toEqual(new Set([sid]))
})
