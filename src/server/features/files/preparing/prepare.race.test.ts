import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/client.ts'
import { atOnce, databaseWith, meetBefore, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import * as leases from '../leases-store.ts'
import * as store from '../store.ts'
import { aPicture, askForGrant } from '../testing.ts'

/** Twelve processes want the same file at the same moment: how many get it. */
async function leasesOf(server: Awaited<ReturnType<typeof startServer>>, db: Db, attempt = 0): Promise<number> {
  const company = await server.aCompany(`company${attempt}`)
  const { body: grant } = await askForGrant(company, await aPicture())
  const lease = () => db.transaction((tx) => leases.leaseUnprepared(tx, { path: grant.path }))
  // Written without being announced, with all of them waiting for it: none of them is the loop.
  await server.db.transaction((tx) => store.markArrived(tx, [grant.path], new Date()))
  const answers = await atOnce(12, lease)
  const count = answers.filter((leased) => leased !== undefined).length
  // The server's own loop was the first: another file.
  return count === 0 ? leasesOf(server, db, attempt + 1) : count
}

test('of many processes one prepares a file', async () => {
  const server = await startServer()

  expect(await leasesOf(server, server.db)).toBe(1)
})

test('red control: without the row lock several would prepare it', async () => {
  const server = await startServer()
  const changed = databaseWith(server.databaseUrl, withoutRowLock('uploads'), meetBefore(/^update "uploads"/, 2))

  expect(await leasesOf(server, changed)).toBeGreaterThan(1)
})
