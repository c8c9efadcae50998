// Against a real Ceph gateway: `npm run test:s3`. Emulators accept what real stores refuse.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { days } from '#server/platform/clock.ts'
import { projectFolder } from '#server/platform/project.ts'
import { eventually } from '#server/testing/eventually.ts'
import { endpoint, withStore } from '#server/testing/network/s3-store.ts'
import { sweep } from '../removing/removal.ts'
import { uploads } from '../tables.ts'
import { aPicture } from '../testing.ts'
import { begin, cutInTheMiddle, head, patch, speaksTus, withNoise } from './testing.ts'

const { TEST_CEPH_FOLDER: ceph = '' } = process.env
const script = join(projectFolder(), 'scripts/services/ceph.mjs')
const gateway = (action: 'gateway-stop' | 'gateway-start') =>
  promisify(execFile)(process.execPath, [script, action, ceph])

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const megabyte = 1024 ** 2

describe.skipIf(!endpoint)('files that are sent in pieces to an S3 store', () => {
  test('cuts within and beyond a part, and a whole part at once: the file arrives as it was', async () => {
    const { aCompany, objects, uploadsUnderWay, db } = await withStore()
    const company = await aCompany()
    const bytes = withNoise(await aPicture(), 13 * megabyte)
    const url = await begin(company, bytes.length)
    const [path = ''] = /proofs\/[0-9a-f]{32}\.jpg/.exec(url) ?? []

    let sent = 0
    for (const until of [2 * megabyte, 4 * megabyte, 6 * megabyte + 7, 10 * megabyte, 12 * megabyte]) {
      const { offset } = await head(url)
      sent += until - offset
      await cutInTheMiddle({ db }, url, offset, bytes.subarray(offset, until), bytes.length - offset)
      expect(await head(url)).toEqual({ status: 200, offset: until })
    }
    const { offset } = await head(url)
    sent += bytes.length - offset
    expect(await patch(url, offset, bytes.subarray(offset))).toMatchObject({ status: 204, offset: bytes.length })

    expect(sent).toBe(bytes.length)
    expect(await uploadsUnderWay()).toEqual([])
    const waiting = async () => (await company('GET', '/api/uploads')).body[0]
    await eventually(async () => (await waiting())?.state === 'ready', 'its preparation')
    expect(await waiting()).toMatchObject({ path, sha256: sha256(bytes), size: bytes.length })
    expect((await objects()).filter(({ key }) => key.endsWith('.tail'))).toEqual([])
    expect(await head(url)).toEqual({ status: 200, offset: bytes.length })
  })

  test('a small file needs no parts, and pieces of it are kept too', async () => {
    const { aCompany, objects, uploadsUnderWay } = await withStore()
    const company = await aCompany()
    const bytes = withNoise(await aPicture(), 50_000)
    const url = await begin(company, bytes.length)

    expect(await patch(url, 0, bytes.subarray(0, 20_000))).toMatchObject({ status: 204, offset: 20_000 })
    expect((await objects()).map(({ size }) => size)).toEqual([20_000])
    expect(await patch(url, 19_999, bytes.subarray(19_999))).toMatchObject({ status: 409 })
    expect(await patch(url, 20_000, bytes.subarray(20_000))).toMatchObject({ status: 204, offset: 50_000 })

    expect(await uploadsUnderWay()).toEqual([])
    const waiting = async () => (await company('GET', '/api/uploads')).body[0]
    await eventually(async () => (await waiting())?.state === 'ready', 'its preparation')
    expect((await waiting()).sha256).toBe(sha256(bytes))
  })

  test('what is given up or forgotten leaves neither parts nor a tail', async () => {
    const { aCompany, objects, uploadsUnderWay, platform, clock, db } = await withStore()
    const company = await aCompany()
    const bytes = withNoise(await aPicture(), 7 * megabyte)
    const [first, second] = [await begin(company, bytes.length), await begin(company, bytes.length)]
    for (const url of [first, second]) await patch(url, 0, bytes.subarray(0, 6 * megabyte))
    expect(await uploadsUnderWay()).toHaveLength(2)
    expect(await objects()).toHaveLength(2)

    expect((await fetch(first, { method: 'DELETE', headers: speaksTus })).status).toBe(204)
    expect(await uploadsUnderWay()).toHaveLength(1)
    // The store's clock runs by itself: beyond today, whenever that is.
    clock.advance(Date.now() - clock.now().getTime() + days(2))
    await sweep(platform)

    expect(await uploadsUnderWay()).toEqual([])
    expect(await objects()).toEqual([])
    expect(await db.$count(uploads)).toBe(0)
  })

  test.skipIf(!ceph)('with the gateway gone there is a sentence, and the file goes on when it is back', async () => {
    const { aCompany } = await withStore()
    const company = await aCompany()
    const bytes = withNoise(await aPicture(), 6 * megabyte)
    const url = await begin(company, bytes.length)
    await patch(url, 0, bytes.subarray(0, megabyte))

    await gateway('gateway-stop')
    expect((await patch(url, megabyte, bytes.subarray(megabyte))).status).toBe(503)
    await gateway('gateway-start')

    await eventually(async () => (await head(url)).status === 200, 'the gateway')
    const { offset } = await head(url)
    expect(offset).toBeGreaterThanOrEqual(megabyte)
    expect((await patch(url, offset, bytes.subarray(offset))).status).toBe(204)
  })
})
