import { isNotNull } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { twoCompanies } from '#server/testing/data/same-photos.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, meetBefore, tally, withoutAdvisoryLock } from '#server/testing/guards.ts'
import { taskProofs } from '../tables.ts'
import { firstWrite } from '../testing.ts'

/** Two processes are each handed a proof for another task; one photo is in both. */
async function submitOnePhotoTwice(...changes: Changed[]) {
  const { acme, walk, swim, db, startAnother } = await twoCompanies(...changes)
  const another = await startAnother()
  const photo = await aPicture()
  const files = async () => {
    const paths = [await uploaded(acme, photo)]
    for (let n = 1; n < 6; n++) paths.push(await uploaded(acme))
    return paths
  }
  const [first, second] = [await files(), await files()]
  const prepared = async () => (await db.$count(uploads, isNotNull(uploads.preparedAt))) === 12
  await eventually(prepared, 'the pictures to be prepared', 120_000)

  const replies = await Promise.all([
    submit(acme, walk, first),
    submit(Object.assign(another.caller(acme.cookie), { companyId: acme.companyId }), swim, second),
  ])
  return { replies, proofs: await db.$count(taskProofs) }
}

const together = meetBefore(firstWrite, 2)

test('of two proofs with the same photo, submitted to two processes at once, one is taken', async () => {
  const { replies, proofs } = await submitOnePhotoTwice()

  expect(tally(replies)).toEqual({ 201: 1, 400: 1 })
  expect(proofs).toBe(1)
  const [refusal] = replies.filter(({ status }) => status === 400)
  expect(refusal?.body.message).toMatch(/^run\.jpg: This photo is already in your proof for “Task \d” of 1 June\.$/)
})

test('red control: without the lock both proofs are taken', async () => {
  const { replies, proofs } = await submitOnePhotoTwice(withoutAdvisoryLock, together)

  expect(tally(replies)).toEqual({ 201: 2 })
  expect(proofs).toBe(2)
})
