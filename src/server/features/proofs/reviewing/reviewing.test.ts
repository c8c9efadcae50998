import { expect, test } from 'vitest'
import { hours, minutes } from '#server/platform/clock.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { eventually } from '#server/testing/eventually.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { type Caller, startWorld } from '#server/testing.ts'

const task = {
  title: 'Morning run',
  description: 'Run five kilometres together',
  pointsReward: 25,
  caloriesBurned: 300,
}

async function aProof(admin: Caller, company: Caller & { companyId: string }, title = task.title): Promise<string> {
  const { body: created } = await admin('POST', '/api/tasks', { ...task, title })
  const reply = await submit(company, created.id)
  if (reply.status !== 201) throw new Error(reply.text)
  return reply.body.id
}

test('the summary counts who takes part, and decisions by day in the time zone of the event', async () => {
  const { clock, root: admin, acme, other } = await startWorld({ root: 'admin', acme: 'company', other: 'company' })
  const [run, swim] = [await aProof(admin, acme, 'Run'), await aProof(admin, other, 'Swim')]
  expect((await admin('GET', '/api/proofs/summary')).body).toEqual({ companies: 2, participating: 0, days: [] })

  // Half past ten in the evening on the island is the next day in UTC.
  clock.advance(hours(14.5))
  await admin('PATCH', `/api/proofs/${run}/review`, { status: 'approved' })
  await admin('PATCH', `/api/proofs/${swim}/review`, { status: 'rejected' })

  expect((await admin('GET', '/api/proofs/summary')).body).toEqual({
    companies: 2,
    participating: 1,
    days: [{ day: '2026-06-01', approved: 1, rejected: 1 }],
  })
  expect(await acme('GET', '/api/proofs/summary')).toMatchObject({ status: 403 })
})

test('decided proofs are found by outcome, by reviewer and by day in the time zone of the event', async () => {
  const { clock, root, second, acme, other } = await startWorld({
    root: 'admin',
    second: 'admin',
    acme: 'company',
    other: 'company',
  })
  const [run, swim, walk] = [
    await aProof(root, acme, 'Run'),
    await aProof(root, other, 'Swim'),
    await aProof(root, acme, 'Walk'),
  ]
  await root('PATCH', `/api/proofs/${run}/review`, { status: 'approved' })
  const [file] = (await root('GET', '/api/proofs/pending?q=walk')).body[0].files
  await root('PATCH', `/api/proofs/${walk}/review`, { status: 'fix', files: [{ path: file.path, reason: 'Too dark' }] })
  // Half past ten in the evening on the island is the next day in UTC; two hours later it is that day here too.
  clock.advance(hours(14.5))
  await second('PATCH', `/api/proofs/${swim}/review`, { status: 'rejected' })

  const found = async (query: string): Promise<string[]> => {
    const { status, body, text } = await root('GET', `/api/proofs/decided?${query}`)
    if (status !== 200) throw new Error(text)
    return body.map(({ id }: { id: string }) => id)
  }
  const admins = (await root('GET', '/api/admin/admins')).body as { id: string; firstName: string }[]
  const idOf = (name: string) => admins.find(({ firstName }) => firstName === name)?.id
  expect(await found('status=approved')).toEqual([run])
  expect(await found('status=rejected')).toEqual([swim])
  expect(await found('status=fix')).toEqual([walk])
  expect(await found(`reviewedBy=${idOf('second')}`)).toEqual([swim])
  expect(await found(`reviewedBy=${idOf('root')}&status=approved&q=run`)).toEqual([run])
  expect(await found('reviewedOn=2026-06-01')).toHaveLength(3)
  expect(await found('reviewedOn=2026-06-02')).toEqual([])
  expect((await root('GET', '/api/proofs/decided?reviewedOn=yesterday')).status).toBe(400)
  expect((await root('GET', '/api/proofs/decided?status=pending')).status).toBe(400)
})

test('a claim is announced once, and renewing it is not', async () => {
  const { aCompany, clock, base, root: admin, second: other } = await startWorld({ root: 'admin', second: 'admin' })
  const stream = await openStream(base, other.cookie)
  const announcements = (of: string) => stream.topics().filter((topic) => topic === of).length
  const id = await aProof(admin, await aCompany())
  await eventually(() => announcements('proofs') === 1, 'the new proof to be announced')

  expect((await admin('POST', `/api/proofs/${id}/claim`)).body).toMatchObject({ claimedByMe: true })
  await eventually(() => announcements('proofs') === 2, 'the claim to be announced')
  clock.advance(minutes(1))
  await admin('POST', `/api/proofs/${id}/claim`)
  clock.advance(minutes(1.5))
  expect((await other('POST', `/api/proofs/${id}/claim`)).body).toMatchObject({
    claimedBy: 'root Admin',
    claimedByMe: false,
  })

  // Announced after whatever the renewal announced.
  await admin('POST', '/api/tasks', task)
  await eventually(() => announcements('tasks') === 2, 'the second task to be announced')
  expect(announcements('proofs')).toBe(2)
})

test('the opposite decision is refused, with who decided and when, in the time zone of the event', async () => {
  const { aCompany, root: admin, second: other } = await startWorld({ root: 'admin', second: 'admin' })
  const id = await aProof(admin, await aCompany())
  await admin('PATCH', `/api/proofs/${id}/review`, { status: 'approved' })

  expect(await other('PATCH', `/api/proofs/${id}/review`, { status: 'rejected' })).toMatchObject({
    status: 409,
    body: { code: 'already-decided', message: 'This proof was approved by root Admin on 1 Jun 2026, 08:00.' },
  })
})
