import { expect, test } from 'vitest'
import { askForGrant, sixPictures } from '#server/features/files/testing.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { startWorld } from '#server/testing.ts'

const run = { title: 'Morning run', description: 'Run five kilometres together', pointsReward: 25 }

async function aChallenge() {
  const { root: admin, acme: company, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const from = (milliseconds: number) => new Date(server.clock.now().getTime() + milliseconds).toISOString()
  const aTask = async (times: { opensAt?: string; closesAt?: string }) => {
    const reply = await admin('POST', '/api/tasks', { ...run, ...times })
    expect(reply.status).toBe(201)
    return reply.body as { id: string; state: string }
  }
  const handIn = (taskId: string, contentUrls: string[]) =>
    company('POST', '/api/proofs', { taskId, companyId: company.companyId, contentUrls, contentType: 'image' })
  return { ...server, admin, company, from, aTask, handIn }
}

test('before it opens a task takes no proof, afterwards it does', async () => {
  const { clock, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ opensAt: from(hours(1)) })
  const paths = await sixPictures(company)

  const early = await handIn(id, paths)
  clock.advance(hours(1))
  const inTime = await handIn(id, paths)

  expect(early).toMatchObject({
    status: 409,
    body: { code: 'task-not-open', message: 'This task is not open yet.' },
  })
  expect(inTime).toMatchObject({ status: 201, body: { submittedAt: clock.now().toISOString() } })
})

test('nothing can be collected for a task that is not open yet', async () => {
  const { clock, company, from, aTask } = await aChallenge()
  const { id } = await aTask({ opensAt: from(hours(1)) })
  const collect = () => askForGrant(company, Buffer.alloc(1_000), { taskId: id })
  const read = () => company('GET', `/api/tasks/${id}/draft`)

  const early = [await read(), await collect()]
  clock.advance(hours(1))
  const inTime = [await read(), await collect()]

  expect(early).toMatchObject([{ body: { code: 'task-gone' } }, { body: { code: 'task-gone' } }])
  expect(inTime).toMatchObject([{ status: 200 }, { status: 201 }])
})

test('from the closing moment on a proof is refused in a sentence with the time on the clocks of the event', async () => {
  const { clock, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ closesAt: from(hours(2)) })

  clock.advance(hours(2))
  const late = await handIn(id, await sixPictures(company))

  expect(late).toMatchObject({
    status: 409,
    body: {
      code: 'task-closed',
      message: 'This task closed on 1 June at 10:00. Proofs are no longer accepted for it.',
    },
  })
})

test.each([
  ['one millisecond before closing, uploaded just now', { uploadAt: -1, handInAt: -1 }, 201],
  ['at the closing moment, uploaded just now', { uploadAt: 0, handInAt: 0 }, 409],
  ['at the closing moment, the upload began before it', { uploadAt: -1, handInAt: 0 }, 201],
  ['a moment before the 15 minutes are over', { uploadAt: -1, handInAt: minutes(15) - 1 }, 201],
  ['when the 15 minutes are over', { uploadAt: -1, handInAt: minutes(15) }, 409],
])('handed in %s: %o answers %i', async (_when, { uploadAt, handInAt }, status) => {
  const { clock, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ closesAt: from(hours(1)) })

  clock.advance(hours(1) + uploadAt)
  const paths = await sixPictures(company)
  clock.advance(handInAt - uploadAt)

  expect((await handIn(id, paths)).status).toBe(status)
})

test('one late file is enough to be late', async () => {
  const { clock, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ closesAt: from(hours(1)) })
  clock.advance(hours(1) - 1)
  const inTime = await sixPictures(company)
  clock.advance(minutes(1))
  const [late = ''] = await sixPictures(company)

  const reply = await handIn(id, [...inTime.slice(1), late])

  expect(reply).toMatchObject({ status: 409, body: { code: 'task-closed' } })
  expect((await handIn(id, inTime)).status, 'what was uploaded in time is still unused').toBe(201)
})

test('a proof that is rejected after closing can be replaced for 48 hours', async () => {
  const { clock, admin, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ closesAt: from(hours(1)) })
  const reject = async (proof: string) =>
    expect((await admin('PATCH', `/api/proofs/${proof}/review`, { status: 'rejected' })).status).toBe(200)
  const { body: first } = await handIn(id, await sixPictures(company))
  clock.advance(hours(5))
  await reject(first.id)

  clock.advance(hours(48) - 1)
  const second = await handIn(id, await sixPictures(company))
  await reject(second.body.id)
  clock.advance(hours(48))
  const third = await handIn(id, await sixPictures(company))

  expect(second.status).toBe(201)
  expect(third).toMatchObject({ status: 409, body: { code: 'task-closed' } })
})

test('a proof that was handed in before is reviewed after closing as ever', async () => {
  const { clock, admin, company, from, aTask, handIn } = await aChallenge()
  const { id } = await aTask({ closesAt: from(hours(1)) })
  const { body: proof } = await handIn(id, await sixPictures(company))
  clock.advance(hours(30))

  const review = await admin('PATCH', `/api/proofs/${proof.id}/review`, { status: 'approved' })

  expect(review).toMatchObject({ status: 200, body: { pointsAwarded: 25 } })
})
