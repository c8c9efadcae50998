import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { rowCounts } from '../testing/database/contents.ts'
import { damagedRequest } from '../testing/fuzz/damaged-requests.ts'
import { createJudge } from '../testing/fuzz/judge.ts'
import { createPeople } from '../testing/fuzz/people.ts'
import { createSender, prepare } from '../testing/fuzz/send.ts'
import { patiently } from '../testing/guards.ts'
import { startServer } from '../testing.ts'

const runs = 500

// Thousands at once are sent by scripts/fuzz/fuzz.test.ts, to a process of its own.
test(`${runs} damaged requests, one after the other: a refusal writes nothing`, async () => {
  const server = await startServer({ environment: { TRUST_PROXY: '127.0.0.1' } })
  const people = await createPeople(server)
  const sender = createSender(server.base, 1)
  server.beforeClosing(async () => sender.close())
  const judge = createJudge(api.operations.keys())
  const count = () => rowCounts(server.db, { without: ['attempts'] })
  let before = await count()
  let index = 0

  await fc.assert(
    fc.asyncProperty(damagedRequest, async (damaged) => {
      const sent = prepare(damaged, people, index++)
      const answer = await patiently(() => sender.send(sent))
      expect(judge(sent, answer)).toBe(undefined)
      const after = await count()
      if (answer.status >= 400) expect(after).toBe(before)
      if (answer.status === 401) await people.comeBack(damaged.role)
      before = await count()
    }),
    { seed: 1, numRuns: runs, endOnFailure: true },
  )
})
