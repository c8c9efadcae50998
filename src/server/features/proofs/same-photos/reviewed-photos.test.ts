import { expect, test } from 'vitest'
import type { PendingProof } from '#contract/proofs/endpoints.ts'
import { aPicture } from '#server/features/files/testing.ts'
import { hours } from '#server/platform/clock.ts'
import { handIn, twoCompanies } from '#server/testing/data/same-photos.ts'
import type { Caller } from '#server/testing.ts'

async function samePhotosOf(admin: Caller, id: string) {
  const { body } = await admin('GET', '/api/proofs/pending')
  return body.find((proof: PendingProof) => proof.id === id)?.samePhotos
}

test('a reviewer sees which proof of another company has the same photo, at both of them', async () => {
  const { acme, zorg, root: admin, walk, swim, clock } = await twoCompanies()
  const photo = await aPicture()
  const { body: first } = await handIn(acme, walk, photo)
  clock.advance(hours(1))
  const { body: second } = await handIn(zorg, swim, Buffer.concat([photo, Buffer.from('more')]))
  const { body: other } = await handIn(zorg, walk)

  const [same] = await samePhotosOf(admin, second.id)
  expect(same).toMatchObject({
    path: second.files[0].path,
    proofId: first.id,
    companyName: 'acme Ltd',
    taskTitle: 'Task 1',
    status: 'pending',
    submittedAt: first.submittedAt,
    file: { path: first.files[0].path, ready: true },
  })
  expect((await admin('GET', same.file.url)).status).toBe(200)
  expect(await samePhotosOf(admin, first.id)).toMatchObject([{ companyName: 'zorg Ltd', proofId: second.id }])
  expect(await samePhotosOf(admin, other.id)).toEqual([])
})

test('a company does not learn that another has the same photo', async () => {
  const { acme, zorg, walk } = await twoCompanies()
  const photo = await aPicture()
  await handIn(acme, walk, photo)

  const submitted = await handIn(zorg, walk, photo)

  const own = await zorg('GET', `/api/companies/${zorg.companyId}/proofs`)
  for (const { text } of [submitted, own]) expect(text).not.toMatch(/samePhotos|acme/)
})

test('proofs of others are shown whatever was decided, of the same company only those that are not rejected', async () => {
  const { acme, zorg, root: admin, walk, swim, clock } = await twoCompanies()
  const photo = await aPicture()
  const review = (id: string, status: string) => admin('PATCH', `/api/proofs/${id}/review`, { status })
  const { body: rejected } = await handIn(acme, walk, photo)
  await review(rejected.id, 'rejected')
  clock.advance(hours(1))
  const { body: again } = await handIn(acme, swim, photo)
  expect(await samePhotosOf(admin, again.id)).toEqual([])

  clock.advance(hours(1))
  const { body: others } = await handIn(zorg, walk, photo)
  await review(again.id, 'approved')
  expect(await samePhotosOf(admin, others.id)).toMatchObject([
    { proofId: rejected.id, status: 'rejected' },
    { proofId: again.id, status: 'approved' },
  ])
  await admin('POST', `/api/proofs/${rejected.id}/reopening`, { note: 'Looked again' })
  expect(await samePhotosOf(admin, rejected.id)).toMatchObject([{ proofId: again.id }, { proofId: others.id }])
})

test('of many proofs with the same photo the first three are shown', async () => {
  const { aCompany, acme, zorg, root: admin, walk, clock } = await twoCompanies()
  const ids: string[] = []
  const photo = await aPicture()
  const companies = [acme, zorg, ...(await Promise.all(['bolt', 'core', 'dune'].map((name) => aCompany(name))))]
  for (const company of companies) {
    clock.advance(hours(0.1))
    ids.push((await handIn(company, walk, photo)).body.id)
  }

  const same: PendingProof['samePhotos'] = await samePhotosOf(admin, ids[4] ?? '')
  expect(same.map(({ proofId }) => proofId)).toEqual(ids.slice(0, 3))
})
