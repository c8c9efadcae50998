import { expect, test } from 'vitest'
import { after, hours } from '#server/platform/clock.ts'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { atOnce, type Changed, meetBefore, tally, withoutAdvisoryLock, withoutRowLock } from '#server/testing/guards.ts'
import { ledger } from '../testing.ts'
import { expireFixes } from './expire.ts'

/** Both have read the proof before either changes it. */
const withoutLockingProofs = () => [withoutRowLock('task_proofs'), meetBefore(/^update "task_proofs"/, 2)]

/** Two devices of a company replace the same file, each with a photo of its own. */
async function fixTwice(...changes: Changed[]) {
  const { acme, paths, prepare, sendBack, fix, aPhoto, stored } = await aProofToReview(changes)
  await sendBack(prepare.admin, paths[0])
  const photos = [await aPhoto(), await aPhoto()]
  const replies = await atOnce(2, (n) => fix(acme, [{ path: paths[0], replacement: photos[n] }]))
  const unused = ((await prepare.company('GET', '/api/uploads')).body as { path: string }[]).map(({ path }) => path)
  const [used] = (await stored()).files as { path: string }[]
  return { statuses: tally(replies), photos, unused, used: used?.path }
}

test('of two fixes at once one is made, and the photo of the other stays unused', async () => {
  const { statuses, photos, unused, used } = await fixTwice()

  expect(statuses).toEqual({ 201: 1, 409: 1 })
  expect([used, ...unused].toSorted()).toEqual(photos.toSorted())
})

test('red control: without the locks both are made, and the photo of one is in no proof', async () => {
  const { statuses, unused } = await fixTwice(withoutAdvisoryLock, ...withoutLockingProofs())

  expect(statuses).toEqual({ 201: 2 })
  expect(unused).toEqual([])
})

/** One reviewer approves what another sends back, each in a process of its own. */
async function sendBackAndApprove(...changes: Changed[]) {
  const { server, root, eve, paths, sendBack, review, stored, startAnother } = await aProofToReview(changes)
  const elsewhere = (await startAnother()).caller(eve.cookie)
  const [sentBack, approved] = await Promise.all([sendBack(root, paths[0]), review(elsewhere, { status: 'approved' })])
  return { statuses: [sentBack.status, approved.status], proof: await stored(), ...(await ledger(server)) }
}

test('sent back by one and approved by another at once, one decision is taken', async () => {
  const { statuses, proof, kinds, differences } = await sendBackAndApprove()

  expect(statuses.toSorted()).toEqual([200, 409])
  expect(proof.status).toBe(statuses[0] === 200 ? 'fix' : 'approved')
  expect(kinds).toEqual(statuses[0] === 200 ? [] : ['approve'])
  expect(differences).toEqual([])
})

test('red control: without the row lock a proof is sent back and approved', async () => {
  const { statuses, kinds } = await sendBackAndApprove(...withoutLockingProofs())

  expect(statuses).toEqual([200, 200])
  expect(kinds).toEqual(['approve'])
})

/** A reviewer takes the request back, and the company replaces the file. */
async function fixAndReopen(...changes: Changed[]) {
  const { root, acme, id, paths, prepare, sendBack, fix, aPhoto, stored } = await aProofToReview(changes)
  await sendBack(prepare.admin, paths[0])
  const replacement = await aPhoto()
  const [fixed, reopened] = await Promise.all([
    fix(acme, [{ path: paths[0], replacement }]),
    root('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' }),
  ])
  return { statuses: [fixed.status, reopened.status], proof: await stored(), replacement, first: paths[0] }
}

test('a proof that is reopened while it is fixed has either the new file or the old one, as both were told', async () => {
  const { statuses, proof, replacement, first } = await fixAndReopen()

  expect(statuses).toEqual(statuses[0] === 201 ? [201, 409] : [409, 200])
  expect(proof).toMatchObject({ status: 'pending', files: { 0: { path: statuses[0] === 201 ? replacement : first } } })
})

test('red control: without the row lock a request that was taken back is fixed', async () => {
  expect((await fixAndReopen(...withoutLockingProofs())).statuses).toEqual([201, 200])
})

/** A fix is sent in the last moment, and somebody looks for late ones in the next. */
async function fixAndExpire(...changes: Changed[]) {
  const { platform, acme, paths, prepare, sendBack, fix, aPhoto, stored, clock } = await aProofToReview(changes)
  await sendBack(prepare.admin, paths[0])
  const replacement = await aPhoto()
  clock.advance(hours(48) - 1)
  const laterPlatform = { ...platform, clock: { now: () => after(clock.now(), 1) } }
  const [fixed] = await Promise.all([fix(acme, [{ path: paths[0], replacement }]), expireFixes(laterPlatform)])
  const { status, reviewedAt, files } = await stored()
  return { fixed: fixed.status, status, isDecided: reviewedAt !== null, isReplaced: files[0].path === replacement }
}

test('a fix in the moment in which its time ends is made or the proof is rejected, never both', async () => {
  const { fixed, ...proof } = await fixAndExpire()

  expect(proof).toEqual(
    fixed === 201
      ? { status: 'pending', isDecided: false, isReplaced: true }
      : { status: 'rejected', isDecided: true, isReplaced: false },
  )
  expect([201, 409]).toContain(fixed)
})

test('red control: without the row lock a fixed proof is rejected as not fixed', async () => {
  const { fixed, status, isReplaced } = await fixAndExpire(...withoutLockingProofs())

  expect({ fixed, status, isReplaced }).toEqual({ fixed: 201, status: 'rejected', isReplaced: true })
})
