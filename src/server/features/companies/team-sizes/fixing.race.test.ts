import { expect, test } from 'vitest'
import { sixPictures } from '#server/features/files/testing.ts'
import { firstWrite, someTasks } from '#server/features/proofs/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import {
  atOnce,
  type Changed,
  countWaiting,
  patiently,
  startServerWith,
  tally,
  withoutRowLock,
} from '#server/testing/guards.ts'

/** A company of 400 people with photos for some tasks. */
async function aTeam(tasks: number, ...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [call, root] = [await server.aCompany('acme', { teamSize: 400 }), await server.anAdmin()]
  const { companyId } = call
  const proofs: object[] = []
  for (const taskId of await someTasks(server, tasks))
    proofs.push({ taskId, companyId, contentUrls: await sixPictures(call), contentType: 'image' })
  const handIn = (n: number) => patiently(() => call('POST', '/api/proofs', proofs[n]))
  const ask = (teamSize: number) => patiently(() => call('PATCH', `/api/companies/${companyId}`, { teamSize }))
  const points = { points: 1, calories: 0, reason: 'For the flag' }
  const give = () => patiently(() => root('POST', `/api/companies/${companyId}/points`, points))
  return { ...server, handIn, ask, give }
}

/** The first proof is written and not yet committed when its company asks for a team of one. */
async function askBeforeCommit(...changes: Changed[]) {
  let asking: ReturnType<Awaited<ReturnType<typeof aTeam>>['ask']> | undefined
  const askMeanwhile: Changed = {
    find: firstWrite,
    async after() {
      asking = ask(1)
      await eventually(async () => (await countWaiting(db)) > 0, 'the change to wait for the proof')
    },
  }
  const { db, handIn, ask } = await aTeam(1, askMeanwhile, ...changes)
  const handedIn = await handIn(0)
  return { handedIn, asked: await asking }
}

test('a team size that is asked for while the first proof is handed in does not count at once', async () => {
  const { handedIn, asked } = await askBeforeCommit()

  expect(handedIn.status).toBe(201)
  expect(asked).toMatchObject({ status: 200, body: { teamSize: 400 } })
})

test('red control: without the lock of the company it counts at once', async () => {
  const { handedIn, asked } = await askBeforeCommit(withoutRowLock('companies'))

  expect(handedIn.status).toBe(201)
  expect(asked).toMatchObject({ status: 200, body: { teamSize: 1 } })
})

test('the first proofs, changes of team size and points by hand at once are all answered', async () => {
  const { handIn, ask, give } = await aTeam(8)

  const replies = await Promise.all([atOnce(8, handIn), atOnce(8, (n) => ask(300 + n)), atOnce(8, give)])

  expect(replies.map(tally)).toEqual([{ 201: 8 }, { 200: 8 }, { 201: 8 }])
})
