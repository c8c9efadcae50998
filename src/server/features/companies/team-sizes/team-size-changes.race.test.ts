import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { auditEntries } from '#server/platform/audit/tables.ts'
import { outbox } from '#server/platform/mail/tables.ts'
import {
  atOnce,
  type Changed,
  meetBefore,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'

/** A change that waits, and organisers who decide about it at once. */
async function decideAtOnce(count: number, statusOf: (n: number) => string, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const [proof] = await waitingProofs(server, acme.companyId, await someTasks(server, 1))
  await root('PATCH', `/api/proofs/${proof}/review`, { status: 'approved' })
  await acme('PATCH', `/api/companies/${acme.companyId}`, { teamSize: 400 })
  const [change] = (await root('GET', '/api/team-size-changes')).body
  const replies = await atOnce(count, (n) =>
    patiently(() => root('PATCH', `/api/team-size-changes/${change.id}`, { status: statusOf(n) })),
  )
  const decided = (await server.db.select().from(auditEntries)).filter(({ action }) => /the team size of/.test(action))
  const mails = (await server.db.select().from(outbox)).filter(({ template }) => template === 'team-size-decided')
  return { replies, decided, mails }
}

const inTurn = (n: number) => (n % 2 === 0 ? 'approved' : 'rejected')

test('of twenty organisers who say yes and no at once one side wins, with one email and one entry in the log', async () => {
  const { replies, decided, mails } = await decideAtOnce(20, inTurn)

  expect(tally(replies)).toEqual({ 200: 10, 409: 10 })
  expect([decided.length, mails.length]).toEqual([1, 1])
})

test('red control: without the lock of the company both answers are given', async () => {
  const { replies, decided, mails } = await decideAtOnce(
    2,
    inTurn,
    withoutRowLock('companies'),
    meetBefore(/^update "team_size_changes" set .*"decided_at"/, 2),
  )

  expect(tally(replies)).toEqual({ 200: 2 })
  expect([decided.length, mails.length]).toEqual([2, 2])
})
