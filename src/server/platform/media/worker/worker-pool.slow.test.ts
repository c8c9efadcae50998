import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as store from '#server/features/files/store.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { hostileFiles, slowPhoto } from '../hostile/hostile-files.ts'
import { listWorkers } from '../testing.ts'

test('a file that kills the process it is prepared in is refused after the third time, and nothing else happens', async () => {
  const { db, visitor, acme: company } = await startWorld({ acme: 'company' })
  const path = await uploaded(company, await slowPhoto())

  for (const attempt of [1, 2, 3]) {
    const isUnderWay = async () => (await store.find(db, path))?.prepareAttempts === attempt && listWorkers().length > 0
    await eventually(isUnderWay, `attempt ${attempt}`, 40_000)
    for (const pid of listWorkers()) process.kill(pid, 'SIGKILL')
    expect((await visitor('GET', '/api/healthz')).status).toBe(200)
  }

  await eventually(async () => Boolean((await store.find(db, path))?.fault), 'the verdict', 40_000)
  expect(await store.find(db, path)).toMatchObject({ fault: 'This photo is damaged', preparedAt: null, leaseId: null })
  const other = await uploaded(company)
  await eventually(async () => Boolean((await store.find(db, other))?.preparedAt), 'the next file', 40_000)
})

test('what is prepared when the server stops is tried again later as if nothing had happened', async () => {
  const { acme: company, ...first } = await startWorld({ acme: 'company' })
  const path = await uploaded(company, await slowPhoto())
  await eventually(async () => Boolean((await store.find(first.db, path))?.leaseId), 'the preparation', 40_000)

  await first.stop()

  expect(await store.find(first.db, path)).toMatchObject({ prepareAttempts: 0, leaseId: null, fault: null })
  expect(existsSync(join(first.platform.config.dataDir, 'tmp'))).toBe(true)
  expect(readdirSync(join(first.platform.config.dataDir, 'tmp'))).toEqual([])
})

test('the process that prepares files knows none of the secrets of the server', async () => {
  const { aCompany, db } = await startServer()
  const path = await uploaded(await aCompany())
  await eventually(async () => Boolean((await store.find(db, path))?.preparedAt), 'the file', 40_000)

  const [pid] = listWorkers()

  const names = readFileSync(`/proc/${pid}/environ`, 'latin1')
    .split('\0')
    .map((entry) => entry.split('=')[0])
  expect(names.filter((name) => name && !/^(VIPS_|MALLOC_|NODE_CHANNEL)/.test(name))).toEqual([])
})

test('while hostile files are prepared the server itself has next to nothing to do', { timeout: 600_000 }, async () => {
  const { db, visitor, acme: company } = await startWorld({ acme: 'company' })

  for (const { name, type, verdict, make } of hostileFiles) {
    const path = await uploaded(company, await make(), { contentType: type })
    // Asked less and less often: on a busy machine the asking itself must not become the work.
    let pause = 50
    const verdictOf = async () => {
      expect((await visitor('GET', '/api/healthz')).status).toBe(200)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause *= 1.3
      const upload = await store.find(db, path)
      return upload?.fault ?? (upload?.preparedAt ? 'taken' : undefined)
    }
    // Processor time of this process, whatever else the computer does.
    const before = process.cpuUsage()
    await eventually(async () => (await verdictOf()) !== undefined, `a verdict on ${name}`, 120_000)
    const { user, system } = process.cpuUsage(before)

    expect([name, await verdictOf()]).toEqual([name, verdict])
    expect((user + system) / 1e6, name).toBeLessThan(2)
  }
})
