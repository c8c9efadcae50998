import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, uploaded } from '#server/features/files/testing.ts'
import { tasks } from '#server/features/tasks/tables.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { fixture } from '#server/platform/media/testing.ts'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { ledger } from '../testing.ts'

test('a reviewer sends a proof back, the company replaces just these files, and it is approved with its first time', async () => {
  const { server, root, acme, id, paths, sendBack, fix, review, aPhoto, clock, db } = await aProofToReview()
  const submittedAt = clock.now().toISOString()
  clock.advance(minutes(30))

  expect(await sendBack(root, paths[1], paths[4])).toMatchObject({
    status: 200,
    body: {
      status: 'fix',
      pointsAwarded: null,
      reviewedBy: 'root Admin',
      fixesLeft: 1,
      fix: {
        round: 1,
        dueAt: '2026-06-03T12:30:00.000Z',
        fixedAt: null,
        fileHashes: Array.from({ length: 6 }, () => expect.stringMatching(/^[0-9a-f]{64}$/)),
        files: [
          { path: paths[1], reason: 'Too dark or blurred', replacedBy: null },
          { path: paths[4], reason: 'Too dark or blurred', replacedBy: null },
        ],
      },
    },
  })
  expect((await root('GET', '/api/proofs/pending')).body).toEqual([])
  expect((await root('GET', '/api/proofs/decided')).body).toMatchObject([{ id, status: 'fix' }])
  clock.advance(hours(2))
  const [second, fifth] = [await aPhoto(), await aPhoto()]
  const fixed = await fix(acme, [
    { path: paths[4], replacement: fifth },
    { path: paths[1], replacement: second },
  ])

  const inPlace = [paths[0], second, paths[2], paths[3], fifth, paths[5]]
  expect(fixed).toMatchObject({ status: 201, body: { status: 'pending', submittedAt, reviewedAt: null } })
  expect(fixed.body.files.map(({ path }: { path: string }) => path)).toEqual(inPlace)
  expect(fixed.body.fix).toMatchObject({
    fixedAt: clock.now().toISOString(),
    files: [{ replacedBy: second }, { replacedBy: fifth }],
  })
  expect((await root('GET', '/api/proofs/pending')).body).toMatchObject([{ id, submittedAt, fix: { round: 1 } }])
  const left = (await db.select({ path: uploads.path }).from(uploads)).map(({ path }) => path)
  expect(left.toSorted()).toEqual(inPlace.toSorted())
  expect((await ledger(server)).lines).toEqual([])
  clock.advance(hours(1))
  expect(await review(root, { status: 'approved' })).toMatchObject({ status: 200, body: { pointsAwarded: 1 } })
  const { lines, differences } = await ledger(server)
  expect(lines).toMatchObject([{ kind: 'approve', effectiveAt: new Date(submittedAt) }])
  expect(differences).toEqual([])
})

test('the time of submission decides a tie, however long the fix took', async () => {
  const { server, root, acme, paths, sendBack, fix, review, aPhoto, clock, db, taskId } = await aProofToReview()
  await sendBack(root, paths[0])
  clock.advance(hours(1))
  const later = await server.aCompany('later')
  const { body } = await submit(later, taskId)
  await root('PATCH', `/api/proofs/${body.id}/review`, { status: 'approved' })
  clock.advance(hours(1))
  await fix(acme, [{ path: paths[0], replacement: await aPhoto() }])
  await review(root, { status: 'approved' })

  const board = (await root('GET', '/api/leaderboard')).body as { name: string; rank: number; points: number }[]
  expect(board.slice(0, 2)).toMatchObject([
    { name: 'acme Ltd', points: 1 },
    { name: 'later Ltd', points: 1 },
  ])
  expect(await db.$count(tasks)).toBe(1)
  expect((await ledger(server)).differences).toEqual([])
})

test('while it waits for a fix it is neither decided otherwise nor claimed, and the same request again changes nothing', async () => {
  const { root, eve, id, paths, sendBack, review } = await aProofToReview()
  await sendBack(root, paths[0])

  const refused = {
    status: 409,
    body: {
      code: 'already-decided',
      message: 'This proof was sent back for a fix by root Admin on 1 Jun 2026, 08:00.',
    },
  }
  expect(await review(eve, { status: 'approved' })).toMatchObject(refused)
  expect(await review(eve, { status: 'rejected' })).toMatchObject(refused)
  expect(await sendBack(eve, paths[1])).toMatchObject(refused)
  expect(await sendBack(eve, paths[0])).toMatchObject({ status: 200, body: { fixesLeft: 1, reviewedBy: 'root Admin' } })
  expect(await eve('POST', `/api/proofs/${id}/claim`)).toMatchObject({ status: 200, body: { claimedByMe: false } })
})

test('a request that is taken back counts for none, and the company’s fix comes too late', async () => {
  const { root, acme, id, paths, sendBack, fix, review, aPhoto } = await aProofToReview()
  const photo = await aPhoto()
  await sendBack(root, paths[0])

  expect(await root('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' })).toMatchObject({
    status: 200,
    body: { status: 'pending', fixesLeft: 2, fix: null },
  })

  expect(await fix(acme, [{ path: paths[0], replacement: photo }])).toMatchObject({
    status: 409,
    body: { code: 'no-fix-requested' },
  })
  expect((await acme('GET', '/api/uploads')).body).toMatchObject([{ path: photo }])
  expect(await review(root, { status: 'approved' })).toMatchObject({ status: 200 })
})

test('a proof is sent back twice at most', async () => {
  const { root, acme, paths, sendBack, fix, review, aPhoto } = await aProofToReview()
  for (const path of [paths[0], paths[1]]) {
    await sendBack(root, path)
    expect(await fix(acme, [{ path, replacement: await aPhoto() }])).toMatchObject({ status: 201 })
  }

  expect(await sendBack(root, paths[2])).toMatchObject({ status: 409, body: { code: 'fixes-used-up' } })
  expect(await review(root, { status: 'rejected' })).toMatchObject({ status: 200, body: { fixesLeft: 0 } })
})

test('a fix is possible after the task has closed or was archived', async () => {
  const { root, acme, paths, sendBack, fix, aPhoto, clock, db } = await aProofToReview()
  await sendBack(root, paths[0])
  await db.update(tasks).set({ archivedAt: clock.now(), closesAt: clock.now() })
  clock.advance(hours(1))

  expect(await fix(acme, [{ path: paths[0], replacement: await aPhoto() }])).toMatchObject({ status: 201 })
})

test('a fix replaces every marked file and no other', async () => {
  const { root, acme, paths, sendBack, fix, aPhoto } = await aProofToReview()
  await sendBack(root, paths[0], paths[1])
  const [first, second] = [await aPhoto(), await aPhoto()]
  const incomplete = { status: 400, body: { code: 'fix-incomplete' } }

  expect(await fix(acme, [{ path: paths[0], replacement: first }])).toMatchObject(incomplete)
  const other = [
    { path: paths[0], replacement: first },
    { path: paths[5], replacement: second },
  ]
  expect(await fix(acme, other)).toMatchObject(incomplete)
  expect(await fix(acme, [])).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('new files go through the same checks: broken, of the other kind, foreign or there already they are refused by name', async () => {
  const { aCompany, root, acme, paths, sendBack, fix, prepare } = await aProofToReview()
  await sendBack(root, paths[0])
  const zorg = await aCompany('zorg')
  const cut = await uploaded(acme, (await aPicture()).subarray(0, 200), { fileName: 'cut.jpg' })
  const foreign = await uploaded(zorg)
  const film = await uploaded(acme, fixture('phone.mp4'), { fileName: 'run.mp4', contentType: 'video/mp4' })
  const logo = await uploaded(acme, undefined, { purpose: 'logo' })
  const refusal = (message: RegExp) => ({
    status: 400,
    body: {
      code: 'proof-file',
      message: expect.stringMatching(message),
      fields: { 'files.0.replacement': expect.anything() },
    },
  })

  expect(await fix(acme, [{ path: paths[0], replacement: cut }])).toMatchObject(refusal(/^cut\.jpg/))
  expect(await fix(acme, [{ path: paths[0], replacement: foreign }])).toMatchObject(refusal(/was not uploaded/))
  expect(await fix(acme, [{ path: paths[0], replacement: paths[1] }])).toMatchObject(refusal(/is used already/))
  expect(await fix(acme, [{ path: paths[0], replacement: film }])).toMatchObject(refusal(/^run\.mp4 is not a photo/))
  expect(await fix(acme, [{ path: paths[0], replacement: logo }])).toMatchObject({
    status: 400,
    body: { code: 'invalid-input' },
  })
  expect(await fix(zorg, [{ path: paths[0], replacement: foreign }])).toMatchObject({ status: 404 })
  expect((await prepare.admin('GET', '/api/proofs/decided')).body).toMatchObject([{ status: 'fix' }])
})

test('the same photo again is no fix, whichever of the proof it is', async () => {
  const { root, acme, paths, sendBack, fix, prepare, id } = await aProofToReview()
  const bytes = await aPicture()
  await sendBack(root, paths[0])
  await fix(acme, [{ path: paths[0], replacement: await uploaded(prepare.company, bytes) }])
  await sendBack(root, paths[1])
  const again = await uploaded(prepare.company, bytes, { fileName: 'again.jpg' })

  expect(await fix(acme, [{ path: paths[1], replacement: again }])).toMatchObject({
    status: 400,
    body: { message: 'again.jpg is the same file as number 1 of this proof' },
  })
  expect(await prepare.admin('GET', `/api/proofs/${id}/history`)).toMatchObject({ status: 200 })
})

test('a fix that is sent twice is answered twice and made once', async () => {
  const { root, acme, paths, sendBack, fix, aPhoto } = await aProofToReview()
  await sendBack(root, paths[0])
  const files = [{ path: paths[0], replacement: await aPhoto() }]

  const [first, second] = [await fix(acme, files), await fix(acme, files)]

  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.body).toEqual(first.body)
})

test('only files of the proof can be marked, each once and with a reason', async () => {
  const { root, paths, review, aPhoto } = await aProofToReview()
  const mark = (...files: unknown[]) => review(root, { status: 'fix', files })
  const reason = 'Wrong task'

  expect(await mark({ path: await aPhoto(), reason })).toMatchObject({ status: 400, body: { code: 'proof-file' } })
  expect(await mark()).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  expect(await mark({ path: paths[0], reason: ' ' })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  const twice = [0, 0].map(() => ({ path: paths[0], reason }))
  expect(await mark(...twice)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  expect(await review(root, { status: 'fix' })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  const both = { status: 'approved', files: [{ path: paths[0], reason }] }
  expect(await review(root, both)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
})

test('a marked file that is taken out of the proof has not to be replaced; without another the proof waits for its review', async () => {
  const { root, acme, id, paths, sendBack, fix, aPhoto, stored } = await aProofToReview()
  const takeOut = (path = '') => root('DELETE', `/api/proofs/${id}/files/${path.split('/')[1]}`)
  await sendBack(root, paths[0], paths[1])

  await takeOut(paths[0])
  expect(await stored()).toMatchObject({ status: 'fix', fix: { files: [{ path: paths[1] }] } })
  expect(await fix(acme, [{ path: paths[1], replacement: await aPhoto() }])).toMatchObject({ status: 201 })
  await sendBack(root, paths[2])
  await takeOut(paths[2])

  expect(await stored()).toMatchObject({ status: 'pending', reviewedAt: null })
})

test('a proof that was sent back counts as pending in the analytics until it is decided', async () => {
  const { root, paths, sendBack, server } = await aProofToReview()
  await sendBack(root, paths[0])

  const { body } = await root('GET', '/api/analytics/overview')
  expect(body.totals.proofs).toMatchObject({ pending: 1, approved: 0, rejected: 0 })
  expect((await ledger(server)).differences).toEqual([])
})
