import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, databaseWith, meetBefore, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { pushMessages } from '../tables.ts'
import { sendPushes } from './push.ts'
import { createSendPushesJob } from './send-pushes.ts'
import { aBrowser } from './testing.ts'

/** One notification is due, and four processes look for work: the tags with which it was handed to the push service. */
async function sendByFour(...changes: Changed[]): Promise<(string | undefined)[]> {
  const server = await startServer()
  const { platform, databaseUrl, db } = server
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const [proof] = await waitingProofs(server, acme.companyId, await someTasks(server, 1))
  expect((await acme('POST', '/api/auth/push-device', aBrowser('phone').subscription)).status).toBe(200)
  const decision = { status: 'rejected', adminNotes: 'Too dark' }
  expect((await root('PATCH', `/api/proofs/${proof}/review`, decision)).status).toBe(200)
  const tags: (string | undefined)[] = []
  const job = createSendPushesJob(async ({ headers }) => {
    tags.push(headers.topic)
    return 201
  })

  const workers = [1, 2, 3, 4].map(() =>
    startJobs({ ...platform, db: databaseWith(databaseUrl, ...changes) }, [job], { pollEveryMs: 20 }),
  )
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop()
  })
  const isOver = async () => {
    const [row] = await db.select().from(jobs).where(eq(jobs.kind, sendPushes))
    return (await db.$count(pushMessages)) === 0 && row?.leaseId === null
  }
  await eventually(isOver, 'the notification to be sent')
  for (const worker of workers) await worker.stop()
  return tags
}

test('of four processes one hands a notification to the push service, once', async () => {
  expect(await sendByFour()).toHaveLength(1)
})

test('red control: without the row lock of its job several hand over the same one', async () => {
  const listing = /from "push_messages" inner join/
  const bothHaveListed = { find: listing, after: meetBefore(listing, 2).before }

  const tags = await sendByFour(withoutRowLock('jobs'), meetBefore(/^update "jobs" set "attempts"/, 2), bothHaveListed)

  expect(tags.length).toBeGreaterThan(1)
  expect(new Set(tags).size).toBe(1)
})
