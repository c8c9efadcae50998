import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as store from '#server/features/files/store.ts'
import { sixPictures, uploaded } from '#server/features/files/testing.ts'
import { adoptFolder, requireSameFolder } from '#server/platform/storage/folder-identity.ts'
import { filesFolder } from '#server/platform/storage/tables.ts'
import { aFolder, startServer, startWorld } from '#server/testing.ts'

const oneLine =
  /^[^\n]* is not the folder that holds the files of this database: [^\n]*DATA_DIR[^\n]*S3[^\n]*adopt-files$/

test('a process with a folder of its own on a shared database is refused in one line', async () => {
  const one = await startServer()

  await expect(requireSameFolder(one.db, join(aFolder(), 'files'), one.clock.now())).rejects.toThrow(oneLine)
})

test('a process that shares the folder, or has a whole copy of it, starts', async () => {
  const one = await startServer()
  const copy = join(aFolder(), 'files')
  mkdirSync(copy)
  copyFileSync(join(one.filesFolder, 'identity'), join(copy, 'identity'))

  await requireSameFolder(one.db, one.filesFolder, one.clock.now())
  await requireSameFolder(one.db, copy, one.clock.now())
})

test('a database and a folder from before know nothing of each other and are joined', async () => {
  const one = await startServer()
  await one.db.transaction((tx) => tx.delete(filesFolder))
  rmSync(join(one.filesFolder, 'identity'))

  await requireSameFolder(one.db, one.filesFolder, one.clock.now())
  await expect(requireSameFolder(one.db, join(aFolder(), 'files'), one.clock.now())).rejects.toThrow(oneLine)
})

test('of two first starts at once with two folders one is refused, with one folder none', async () => {
  const one = await startServer()
  const start = (folder: string) => requireSameFolder(one.db, folder, one.clock.now())
  const outcomes = async (folders: string[]) => {
    await one.db.transaction((tx) => tx.delete(filesFolder))
    return (await Promise.allSettled(folders.map(start))).map(({ status }) => status).toSorted()
  }
  const shared = join(aFolder(), 'files')

  expect(await outcomes([join(aFolder(), 'files'), join(aFolder(), 'files')])).toEqual(['fulfilled', 'rejected'])
  expect(await outcomes([shared, shared, shared])).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
})

test('an empty folder is refused and left as it is, until it is adopted on purpose', async () => {
  const one = await startServer()
  const folder = join(aFolder(), 'files')
  await expect(requireSameFolder(one.db, folder, one.clock.now())).rejects.toThrow(oneLine)
  expect(existsSync(folder)).toBe(false)

  await adoptFolder(one.db, folder, one.clock.now())

  await requireSameFolder(one.db, folder, one.clock.now())
  await expect(requireSameFolder(one.db, one.filesFolder, one.clock.now())).rejects.toThrow(oneLine)
})

test('a file that is missing here is refused with a sentence, and nothing about it is kept', async () => {
  const { acme: company, taskId, ...server } = await startWorld({ acme: 'company', taskId: 'task' })
  const present = (await sixPictures(company)).slice(1)
  const put = server.platform.files.localCopyOf
  // Before it arrives: the server begins to prepare a file as soon as it is there.
  server.platform.files.localCopyOf = async (path, into) => (present.includes(path) ? put(path, into) : undefined)
  const missing = await uploaded(company)
  const paths = [...present, missing]
  const proof = { taskId, companyId: company.companyId, contentType: 'image', contentUrls: paths }

  const refused = await company('POST', '/api/proofs', proof)
  const kept = (await store.find(server.db, missing))?.fault
  server.platform.files.localCopyOf = put
  const submitted = await company('POST', '/api/proofs', proof)

  expect(refused).toMatchObject({ status: 400, body: { code: 'proof-file' } })
  expect(kept).toBeNull()
  expect(submitted.status).toBe(201)
})
