import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { hours } from '#server/platform/clock.ts'
import { startJobs } from '#server/platform/jobs/queue.ts'
import { jobs } from '#server/platform/jobs/tables.ts'
import { afterTest } from '#server/testing/after-test.ts'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { expireFixes, expireFixJob } from './expire.ts'

test('what is not fixed within 48 hours is rejected, says so, and another proof can be handed in', async () => {
  const { platform, root, acme, id, paths, sendBack, stored, clock, taskId, base } = await aProofToReview()
  await sendBack(root, paths[0])
  clock.advance(hours(48) - 1)
  await expireFixes(platform)
  expect(await stored()).toMatchObject({ status: 'fix' })
  const stream = await openStream(base, acme.cookie)

  clock.advance(1)
  await expireFixes(platform)

  await stream.heard(`companies/${acme.companyId}`)
  expect(await stored()).toMatchObject({ status: 'rejected', adminNotes: 'Not fixed within 48 hours.' })
  expect((await acme('GET', `/api/proofs/${id}/history`)).body).toMatchObject([
    { kind: 'submitted' },
    { kind: 'fix-requested', note: 'Too dark or blurred' },
    { kind: 'rejected', note: 'Not fixed within 48 hours.' },
  ])
  expect(await submit(acme, taskId)).toMatchObject({ status: 201 })
})

test('a fix that is late by a moment is refused with the time that ended, and another proof can be handed in at once', async () => {
  const { root, acme, paths, sendBack, fix, aPhoto, stored, clock, taskId, db } = await aProofToReview()
  await sendBack(root, paths[0])
  const files = [{ path: paths[0], replacement: await aPhoto() }]
  await db.delete(jobs)
  clock.advance(hours(48))

  const late = await fix(acme, files)

  const sentence = expect.stringMatching(/ended on Wednesday,? 3 June, 08:00, so the proof was rejected/)
  expect(late).toMatchObject({ status: 409, body: { code: 'fix-too-late', message: sentence } })
  expect(await stored()).toMatchObject({ status: 'rejected', adminNotes: 'Not fixed within 48 hours.' })
  expect(await fix(acme, files)).toMatchObject({ status: 409, body: { code: 'fix-too-late', message: sentence } })
  expect(await submit(acme, taskId)).toMatchObject({ status: 201 })
})

test('the proof is rejected when its time ends, not when somebody looks for late ones', async () => {
  const { platform, root, paths, sendBack, fix, acme, aPhoto, stored, clock } = await aProofToReview()
  await sendBack(root, paths[0])
  clock.advance(hours(47))
  await fix(acme, [{ path: paths[0], replacement: await aPhoto() }])
  await sendBack(root, paths[1])
  const worker = startJobs(platform, [expireFixJob], { pollEveryMs: 20 })
  afterTest(() => worker.stop())

  clock.advance(hours(2))
  const isLookedAt = async () => (await platform.db.$count(jobs, eq(jobs.kind, expireFixJob.kind))) === 1
  await eventually(isLookedAt, 'the end of the first request')
  expect(await stored()).toMatchObject({ status: 'fix' })
  clock.advance(hours(47))

  await eventually(async () => (await stored()).status === 'rejected', 'the proof to be rejected')
})
