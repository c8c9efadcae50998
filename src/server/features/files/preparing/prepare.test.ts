import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Tx } from '#server/platform/database/client.ts'
import { fixture } from '#server/platform/media/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer, startWorld } from '#server/testing.ts'
import * as leases from '../leases-store.ts'
import * as store from '../store.ts'
import { aPicture, askForGrant, send, uploaded } from '../testing.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** A file that has arrived and is leased to somebody who is not there. */
async function leasedUpload({ db, aCompany }: Server, attempts: number) {
  const company = await aCompany()
  const bytes = await aPicture()
  const { body: grant } = await askForGrant(company, bytes)
  const lease = sql`lease_id = 'gone', leased_until = clock_timestamp() + interval '7 seconds', prepare_attempts = ${attempts}`
  await db.execute(sql`update uploads set ${lease} where path = ${grant.path}`)
  expect((await send(grant, bytes)).status).toBe(201)
  return { company, path: grant.path as string }
}

const runOut = ({ db }: Server, path: string) =>
  db.execute(sql`update uploads set leased_until = clock_timestamp() - interval '1 ms' where path = ${path}`)

test('a file whose preparation died three times is refused as damaged', async () => {
  const server = await startServer()
  const { company, path } = await leasedUpload(server, 3)
  const taskless = { taskId: crypto.randomUUID(), companyId: company.companyId, contentType: 'image' }

  await runOut(server, path)
  await eventually(async () => Boolean((await store.find(server.db, path))?.fault), 'a verdict')

  expect(await store.find(server.db, path)).toMatchObject({ fault: 'This photo is damaged', preparedAt: null })
  const reply = await company('POST', '/api/proofs', { ...taskless, contentUrls: Array(6).fill(path) })
  expect(reply.status).toBe(400)
})

test('a file that was given up twice is tried once more', async () => {
  const server = await startServer()
  const { path } = await leasedUpload(server, 2)

  await runOut(server, path)
  await eventually(async () => Boolean((await store.find(server.db, path))?.preparedAt), 'it to be prepared')

  expect(await store.find(server.db, path)).toMatchObject({ fault: null, leaseId: null, leasedUntil: null })
})

test('a file that somebody prepares is left alone, for eight seconds at most after the last sign of life', async () => {
  const server = await startServer()
  const { path } = await leasedUpload(server, 1)
  const lasts = async () => {
    const { rows } = await server.db.execute<{ seconds: number }>(
      sql`select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from uploads where path = ${path}`,
    )
    return rows[0]?.seconds
  }
  const setLease = (tx: Tx, end: string) =>
    tx.execute(sql`update uploads set lease_id = 'gone', prepared_at = null, prepare_attempts = 1,
      leased_until = clock_timestamp() + ${end}::interval where path = ${path}`)

  // In one transaction, so that the loop cannot have it meanwhile.
  const [alive, runOut, taken] = await server.db.transaction(async (tx) => {
    await setLease(tx, '7 seconds')
    const whileAlive = await leases.leaseUnprepared(tx, { path })
    await setLease(tx, '-1 ms')
    return [whileAlive, await leases.leaseUnprepared(tx, { path }), await leases.leaseUnprepared(tx, { path })]
  })

  expect([alive, taken]).toEqual([undefined, undefined])
  expect(runOut).toMatchObject({ path, prepareAttempts: 2 })
  expect(await lasts()).toBeLessThanOrEqual(8)
  const stranger = { ...(runOut as leases.LeasedUpload), leaseId: 'somebody else' }
  expect(await server.db.transaction((tx) => leases.renew(tx, stranger))).toBe(false)
  expect(await server.db.transaction((tx) => leases.end(tx, stranger, { fault: 'mine' }))).toBe(false)
  expect((await store.find(server.db, path))?.fault).toBeNull()
})

test('trouble of our own is not counted against the file', async () => {
  const { acme: company, ...server } = await startWorld({ acme: 'company' })
  let tries = 0
  server.platform.files.replace = async () => {
    tries++
    throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' })
  }

  const path = await uploaded(company)
  await eventually(() => tries > 0, 'a try')
  await eventually(async () => (await store.find(server.db, path))?.leaseId === null, 'the lease to be returned')

  expect(await store.find(server.db, path)).toMatchObject({ prepareAttempts: 0, fault: null, preparedAt: null })
})

test('the codec of a video is kept with it and told to its company', async () => {
  const { acme: company, ...server } = await startWorld({ acme: 'company' })

  const path = await uploaded(company, fixture('phone.mp4'), { fileName: 'run.mp4', contentType: 'video/mp4' })
  await eventually(async () => Boolean((await store.find(server.db, path))?.preparedAt), 'it to be prepared')

  expect((await company('GET', '/api/uploads')).body).toMatchObject([{ path, videoCodec: 'h264' }])
})
