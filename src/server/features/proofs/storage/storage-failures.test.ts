import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { aVideo } from '@sports-week/video-metadata/testing'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as store from '#server/features/files/store.ts'
import { uploads } from '#server/features/files/tables.ts'
import { aPicture, askForGrant, send, sixPictures, uploaded } from '#server/features/files/testing.ts'
import { contents } from '#server/testing/database/contents.ts'
import { eventually } from '#server/testing/eventually.ts'
import { countWaiting } from '#server/testing/guards.ts'
import { startWorld } from '#server/testing.ts'
import { taskProofs } from '../tables.ts'
import { someTasks } from '../testing.ts'

const megabyte = 1024 * 1024

/** A company with six clean pictures and a task to hand them in for. */
async function aTeam() {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const paths = await sixPictures(call)
  const [taskId] = await someTasks(server, 1)
  const cleaned = async () => (await store.findMany(server.db, paths)).every(({ preparedAt }) => preparedAt)
  await eventually(cleaned, 'the pictures to be cleaned')
  const submit = () =>
    call('POST', '/api/proofs', { taskId, companyId: call.companyId, contentUrls: paths, contentType: 'image' })
  const read = () => call('GET', `/api/files/${paths[0]}`)
  const kept = () =>
    readdirSync(server.filesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
  return { ...server, call, paths, submit, read, kept }
}

/** Sends half of it, and the rest when told to. */
function sendSlowly(grant: { url: string; headers: Record<string, string> }, bytes: Buffer) {
  let finish = () => {}
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new Uint8Array(bytes.subarray(0, 500)))
      finish = () => {
        stream.enqueue(new Uint8Array(bytes.subarray(500)))
        stream.close()
      }
    },
  })
  const init = { method: 'PUT', body, headers: grant.headers, duplex: 'half' } as RequestInit
  const reply = fetch(grant.url, init).then(async (sent) => ({ status: sent.status, body: await sent.json() }))
  return { reply, finish: () => finish() }
}

const aLargePicture = () => aPicture().then((picture) => Buffer.concat([picture, Buffer.alloc(1_000)]))

const unavailable = {
  status: 503,
  body: {
    code: 'storage-unavailable',
    message: 'Files cannot be stored right now. Please try again in a moment.',
  },
}

for (const [what, inItsPlace] of [
  ['is gone', () => undefined],
  ['is a file', (folder: string) => writeFileSync(folder, 'no folder')],
] as const) {
  test(`while the folder of the files ${what} there is a sentence, and afterwards everything works`, async () => {
    const { call, db, paths, filesFolder, submit, read } = await aTeam()
    const picture = await aPicture()
    const { body: early } = await askForGrant(call, picture)
    const before = await contents(db)
    renameSync(filesFolder, `${filesFolder}.away`)
    inItsPlace(filesFolder)

    expect(await askForGrant(call, picture)).toMatchObject(unavailable)
    expect(await submit()).toMatchObject(unavailable)
    expect(await read()).toMatchObject(unavailable)
    expect(await contents(db)).toEqual(before)
    expect(await send(early, picture)).toMatchObject(unavailable)
    expect(await store.find(db, early.path)).toBeUndefined()

    rmSync(filesFolder, { force: true })
    renameSync(`${filesFolder}.away`, filesFolder)
    expect((await read()).status).toBe(200)
    await uploaded(call, picture)
    expect(await submit()).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect((await store.findMany(db, paths)).map(({ state }) => state)).toEqual(Array(6).fill('claimed'))
  })
}

test('a file that cannot be put in its place is answered as our trouble, and not as a second one', async () => {
  const { call, filesFolder, db } = await aTeam()
  const picture = await aPicture()
  const { body: grant } = await askForGrant(call, picture)
  renameSync(join(filesFolder, 'proofs'), join(filesFolder, 'proofs.away'))
  writeFileSync(join(filesFolder, 'proofs'), 'no folder')

  expect(await send(grant, picture)).toMatchObject(unavailable)

  expect(await store.find(db, grant.path)).toBeUndefined()
  expect(readdirSync(join(filesFolder, 'arriving'))).toEqual([])
})

/** A small disk where the files are; false where nobody may mount one. */
const mount = (folder: string, size: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0

test('a disk that is nearly full takes no more, and one that fills up loses nothing', async (context) => {
  const { acme: call, ...server } = await startWorld({ acme: 'company' })
  const { db, filesFolder } = server
  if (!mount(filesFolder, 24 * megabyte)) return context.skip('only a privileged user may mount a small disk')
  server.beforeClosing(async () => void spawnSync('umount', ['-l', filesFolder]))
  mkdirSync(join(filesFolder, 'arriving'))
  const full = {
    status: 507,
    body: {
      code: 'storage-full',
      message: 'There is no room for more files right now. Please tell the organisers.',
    },
  }
  const large = aVideo({ tracks: [{ samples: ['x'.repeat(14 * megabyte)] }] })
  const ask = (size = large.length) => askForGrant(call, large, { contentType: 'video/mp4', size })

  // Two are granted while there is room for each, and the second finds the disk full.
  expect(await ask(23 * megabyte)).toMatchObject(full)
  const [first, second] = [await ask(), await ask()]
  expect(await send(first.body, large)).toMatchObject({ status: 201 })
  expect(await send(second.body, large)).toMatchObject(full)

  expect(await ask()).toMatchObject(full)
  expect(await db.$count(uploads)).toBe(1)
  expect(readdirSync(join(filesFolder, 'arriving'))).toEqual([])
  await uploaded(call, await aPicture())
})

test('a database that fails in the middle of a submission loses nothing', async () => {
  const { db, submit, paths } = await aTeam()
  let submitting: ReturnType<typeof submit> | undefined
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from uploads for update`)
    submitting = submit()
    await eventually(async () => (await countWaiting(db)) > 0, 'the submission to wait for its files')
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(await submitting).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  })

  expect(await db.$count(taskProofs)).toBe(0)
  expect((await store.findMany(db, paths)).map(({ state }) => state)).toEqual(Array(6).fill('stored'))
  expect((await submit()).status).toBe(201)
})

test('a database that fails at the end of an upload leaves no bytes without a row', async () => {
  const { call, db, kept } = await aTeam()
  const before = kept()
  const picture = await aLargePicture()
  const { body: grant } = await askForGrant(call, picture)
  const sending = sendSlowly(grant, picture)
  await eventually(async () => (await store.find(db, grant.path))?.grantHash === '', 'the bytes to come')
  await db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from uploads for update`)
    sending.finish()
    await eventually(async () => (await countWaiting(db)) > 0, 'the upload to wait for its row')
    await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    await eventually(() => kept() === before, 'its bytes to go')
  })

  expect(await sending.reply).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(await store.find(db, grant.path)).toBeUndefined()
  await uploaded(call, await aPicture())
})
