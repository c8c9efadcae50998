import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesKeptDays } from '#contract/proofs/endpoints.ts'
import { sweep as sweepUploads } from '#server/features/files/removing/removal.ts'
import { uploads } from '#server/features/files/tables.ts'
import { sixPictures } from '#server/features/files/testing.ts'
import { days } from '#server/platform/clock.ts'
import { thumbnailOf } from '#server/platform/storage/file-store.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { startWorld } from '#server/testing.ts'
import { ledger, someTasks } from '../testing.ts'
import { sweep } from './retention.ts'

/** One proof approved, one rejected, one still waiting. Sessions are entered anew: nobody stays signed in for so long. */
async function threeProofs() {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const proofs: { id: string; paths: string[] }[] = []
  for (const taskId of await someTasks(server, 3)) {
    const paths = await sixPictures(acme)
    proofs.push({ id: (await submit(acme, taskId, paths)).body.id, paths })
  }
  const [approved, rejected, waiting] = proofs
  await root('PATCH', `/api/proofs/${approved?.id}/review`, { status: 'approved' })
  await root('PATCH', `/api/proofs/${rejected?.id}/review`, { status: 'rejected' })
  const there = () =>
    proofs.map(({ paths }) =>
      paths.flatMap((path) => [path, thumbnailOf(path)]).filter((file) => existsSync(join(server.filesFolder, file))),
    )
  const kept = () => there().map(({ length }) => length)
  return { ...server, server, root, acme, approved, rejected, waiting, kept }
}

test('ninety days after its review the files of a proof go; the proof, its decision and its points stay', async () => {
  const { server, root, acme, clock, db, platform, approved, rejected, waiting, kept } = await threeProofs()
  expect([filesKeptDays, kept()]).toEqual([90, [12, 12, 12]])

  clock.advance(days(90))
  await sweep(platform)
  expect(kept()).toEqual([12, 12, 12])
  clock.advance(1)
  await sweep(platform)

  expect(kept()).toEqual([0, 0, 12])
  expect(await db.$count(uploads)).toBe(6)
  const [admin, company] = [await root.enter(), await acme.enter()]
  const gone = { files: [], contentUrls: [] }
  expect((await admin('GET', '/api/proofs/decided')).body).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: approved?.id, status: 'approved', pointsAwarded: 1, ...gone }),
      expect.objectContaining({ id: rejected?.id, status: 'rejected', ...gone }),
    ]),
  )
  const own = (await company('GET', `/api/companies/${acme.companyId}/proofs`)).body
  expect(own.find(({ id }: { id: string }) => id === approved?.id)).toMatchObject({ status: 'approved', ...gone })
  for (const call of [admin, company]) {
    expect((await call('GET', `/api/files/${approved?.paths[0]}`)).status).toBe(404)
    expect((await call('GET', `/api/files/${waiting?.paths[0]}`)).status).toBe(200)
  }
  expect((await company('GET', `/api/companies/${acme.companyId}`)).body).toMatchObject({ totalPoints: 1 })
  expect((await ledger(server)).differences).toEqual([])
})

test('files that are out of reach on that day go when they are back', async () => {
  const { clock, platform, filesFolder, kept, db } = await threeProofs()
  clock.advance(days(90) + 1)
  renameSync(filesFolder, `${filesFolder}.away`)
  await sweep(platform)
  renameSync(`${filesFolder}.away`, filesFolder)
  expect(kept()).toEqual([12, 12, 12])

  await sweepUploads(platform)

  expect(kept()).toEqual([0, 0, 12])
  expect(await db.$count(uploads)).toBe(6)
})

test('a proof that was reopened keeps its files', async () => {
  const { root, clock, platform, approved, kept } = await threeProofs()
  const call = await root.enter()
  await call('POST', `/api/proofs/${approved?.id}/reopening`, { note: 'Looked again' })
  clock.advance(days(90) + 1)

  await sweep(platform)

  expect(kept()).toEqual([12, 0, 12])
})
