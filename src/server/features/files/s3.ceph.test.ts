// Against a real Ceph gateway: `npm run test:s3`. Emulators accept what real stores refuse.
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { Grant } from '#contract/files/endpoints.ts'
import { days } from '#server/platform/clock.ts'
import { projectFolder } from '#server/platform/project.ts'
import { measureTicks } from '#server/testing/measure-ticks.ts'
import { aBucket, endpoint, settings, startWithStore, withStore } from '#server/testing/network/s3-store.ts'
import { type Caller, startServer } from '#server/testing.ts'
import { sweep } from './removing/removal.ts'

const { TEST_CEPH_FOLDER: ceph = '' } = process.env
if (!endpoint) console.warn('\nNOT TESTED: files in an S3 store (npm run test:s3 starts a Ceph gateway for it)\n')

const script = join(projectFolder(), 'scripts/services/ceph.mjs')
const gateway = (action: 'gateway-stop' | 'gateway-start') =>
  promisify(execFile)(process.execPath, [script, action, ceph])

let shade = 0
/** As a phone takes it: it tells where it was. */
async function aPicture(): Promise<Buffer> {
  shade += 7
  const background = { r: shade % 200, g: 120, b: 40 }
  return sharp({ create: { width: 900, height: 700, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Acme' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 6/1 3/1' } })
    .jpeg()
    .toBuffer()
}

async function granted(company: Caller, bytes: Buffer, contentType = 'image/jpeg'): Promise<Grant> {
  const { status, body } = await company('POST', '/api/uploads', { fileName: 'a.jpg', size: bytes.length, contentType })
  expect(status).toBe(201)
  return body
}

const put = ({ url, headers }: Grant, bytes: Buffer, changes: Record<string, string> = {}) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { ...headers, ...changes } })

async function uploaded(company: Caller, bytes: Buffer): Promise<string> {
  const grant = await granted(company, bytes)
  const sent = await put(grant, bytes)
  expect(sent.status, await sent.text()).toBe(200)
  return grant.path
}

const task = {
  title: 'Morning run',
  description: 'Run together',
  youtubeUrl: '',
  pointsReward: 25,
  caloriesBurned: 300,
}

async function aTask(admin: Caller): Promise<string> {
  return (await admin('POST', '/api/tasks', task)).body.id
}

describe.skipIf(!endpoint)('files in an S3 store', () => {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  test('the bucket is made when it is missing, and only our pages may send to it', async () => {
    const { aCompany, visitor } = await withStore()
    const { url } = await granted(await aCompany(), await aPicture())
    const preflight = (origin: string) =>
      fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin,
          'access-control-request-method': 'PUT',
          'access-control-request-headers': 'content-type,if-none-match',
        },
      })

    const [ours, foreign] = [await preflight('http://week.test'), await preflight('http://evil.test')]

    expect(ours.status).toBe(200)
    expect(ours.headers.get('access-control-allow-origin')).toBe('http://week.test')
    expect(ours.headers.get('access-control-allow-headers')).toMatch(/if-none-match/i)
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
    const page = await visitor('GET', '/api/readyz')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`connect-src 'self' ${endpoint}`)
  })

  test('a grant takes exactly the promised size and kind, for that name, once', async () => {
    const { aCompany, objects } = await withStore()
    const company = await aCompany()
    const bytes = await aPicture()
    const grant = await granted(company, bytes)
    const elsewhere = { ...grant, url: grant.url.replace(/[0-9a-f]{32}/, '0'.repeat(32)) }

    const refused = [
      await put(grant, Buffer.concat([bytes, Buffer.from('x')])),
      await put(grant, bytes.subarray(1)),
      await put(grant, bytes, { 'content-type': 'text/html' }),
      await put({ ...grant, headers: { 'content-type': 'image/jpeg' } }, bytes),
      await put(elsewhere, bytes),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect(await objects()).toEqual([])

    const racing = await Promise.all(Array.from({ length: 6 }, () => put(grant, bytes)))
    const codes = racing.map(({ status }) => status).sort()
    expect(codes[0]).toBe(200)
    expect(codes.filter((code) => code === 200)).toHaveLength(1)
    expect((await put(grant, bytes)).status).toBe(412)
  })

  test('six pictures become a proof without a place in them, and are shown by short-lived addresses', async () => {
    const { anAdmin, aCompany, objects, base } = await withStore()
    const [admin, company, other] = [await anAdmin(), await aCompany(), await aCompany('other')]
    const taskId = await aTask(admin)
    const pictures = await Promise.all(Array.from({ length: 6 }, aPicture))
    expect(pictures[0]?.includes('Acme')).toBe(true)
    const grants = await Promise.all(pictures.map((bytes) => granted(company, bytes)))
    await Promise.all(grants.map((grant, index) => put(grant, pictures[index] as Buffer)))
    const contentUrls = grants.map(({ path }) => path)

    const proof = { taskId, companyId: company.companyId, contentUrls, contentType: 'image' }
    const { status, body } = await company('POST', '/api/proofs', proof)

    expect(status).toBe(201)
    expect(body.files).toHaveLength(6)
    for (const { url, thumbnailUrl } of body.files) {
      const [shown, small] = await Promise.all([fetch(url), fetch(thumbnailUrl)])
      expect([shown.status, small.status]).toEqual([200, 200])
      expect(shown.headers.get('content-type')).toBe('image/jpeg')
      const bytes = Buffer.from(await shown.arrayBuffer())
      expect((await sharp(bytes).metadata()).exif).toBeUndefined()
      expect(bytes.includes('Acme')).toBe(false)
      expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({ width: 600 })
    }
    const first = new URL(body.files[0].url)
    expect(first.origin).toBe(endpoint)
    expect(Number(first.searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(600)

    // Whoever still holds the grant changes nothing any more, and what came with its place is gone.
    const late = await put(grants[0] as Grant, pictures[1] as Buffer)
    expect(late.status).toBeGreaterThanOrEqual(400)
    expect((await objects()).filter(({ key }) => key.startsWith('arriving/')).map(({ size }) => size)).toEqual(
      Array(6).fill(0),
    )

    const part = await fetch(first, { headers: { range: 'bytes=0-2' } })
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString('hex')]).toEqual([206, 'ffd8ff'])
    const throughUs = `/api/files/${contentUrls[0]}`
    const ours = await fetch(base + throughUs, { headers: { cookie: company.cookie, range: 'bytes=0-2' } })
    expect([ours.status, Buffer.from(await ours.arrayBuffer()).toString('hex')]).toEqual([206, 'ffd8ff'])

    // The bucket is private, and another company gets no address.
    first.search = ''
    expect((await fetch(first)).status).toBe(403)
    expect((await other('GET', `/api/companies/${company.companyId}/proofs`)).status).toBe(404)
    expect((await other('GET', throughUs)).status).toBe(404)
    expect((await other('POST', '/api/proofs', { ...proof, companyId: other.companyId })).status).toBe(400)
    expect((await admin('GET', '/api/proofs/pending')).body[0].files[0].url).toContain(endpoint)
  })

  test('a file whose answer got lost is found, and one that nobody uses is swept', async () => {
    const { aCompany, objects, platform, clock, visitor } = await withStore()
    const company = await aCompany()
    const [used, forgotten, discarded] = [await aPicture(), await aPicture(), await aPicture()]
    const path = await uploaded(company, used)
    expect((await company('GET', '/api/uploads')).body).toMatchObject([{ path, size: used.length }])
    await expect.poll(async () => (await objects()).filter(({ key }) => key === path).length).toBe(1)
    await uploaded(company, forgotten)
    const gone = await uploaded(company, discarded)
    expect((await company('DELETE', `/api/uploads/${gone}`)).status).toBe(200)
    expect((await objects()).some(({ key }) => key.includes(gone))).toBe(false)

    await gateway('gateway-stop')
    await expect(sweep(platform)).rejects.toThrow('storage-unavailable')
    expect((await visitor('GET', '/api/readyz')).body).toMatchObject({ failing: ['storage'] })
    await gateway('gateway-start')
    // The store's clock runs by itself: beyond today, whenever that is.
    clock.advance(Date.now() - clock.now().getTime() + days(2))
    await sweep(platform)

    expect(await objects()).toEqual([])
  })

  test('with the gateway gone there is a sentence, nothing is lost, and it goes on when it is back', async () => {
    const { anAdmin, aCompany, logs } = await withStore()
    const [admin, company] = [await anAdmin(), await aCompany()]
    const taskId = await aTask(admin)
    const pictures = await Promise.all(Array.from({ length: 6 }, aPicture))
    const grants = await Promise.all(pictures.map((bytes) => granted(company, bytes)))
    const send = (index: number) => put(grants[index] as Grant, pictures[index] as Buffer)
    const contentUrls = grants.map(({ path }) => path)
    const submit = () =>
      company('POST', '/api/proofs', { taskId, companyId: company.companyId, contentUrls, contentType: 'image' })
    for (const index of [0, 1, 2]) await send(index)

    await gateway('gateway-stop')
    await expect(send(3)).rejects.toThrow()
    const { reply: away, seconds } = await measureTicks(submit)
    expect(seconds).toBeLessThan(8)
    expect(away).toMatchObject({ status: 503, body: { code: 'storage-unavailable' } })
    expect(away.body.message).toBe('Files cannot be stored right now. Please try again in a moment.')
    expect(away.headers.get('retry-after')).toBe('5')
    expect(logs.join()).toContain('ECONNREFUSED')
    expect((await company('GET', '/api/uploads')).status).toBe(200)
    expect((await company('GET', '/api/leaderboard')).status).toBe(200)
    await gateway('gateway-start')

    for (const index of [3, 4, 5]) expect((await send(index)).status).toBe(200)
    expect(await submit()).toMatchObject({ status: 201, body: { files: Array(6).fill({ ready: true }) } })
  })

  test('a store that is away at the start is opened when it is back', async () => {
    await gateway('gateway-stop')
    const { visitor, bucket } = await startWithStore()
    expect(await visitor('GET', '/api/readyz')).toMatchObject({ status: 503, body: { failing: ['storage'] } })

    await gateway('gateway-start')

    // The gateway waits for its killed self to answer before it makes a bucket.
    const ready = async () => (await visitor('GET', '/api/readyz')).status
    await expect.poll(ready, { timeout: 45_000, interval: 500 }).toBe(200)
    expect((await fetch(`${endpoint}/${bucket}`)).status).toBe(403)
  })

  test('wrong keys stop the start with one line that names the setting', async () => {
    const wrong: [Record<string, string>, string][] = [
      [{ S3_ACCESS_KEY_ID: 'NOBODY' }, 'S3_ACCESS_KEY_ID is not known'],
      [{ S3_SECRET_ACCESS_KEY: 'wrong' }, 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID'],
    ]
    for (const [change, sentence] of wrong) {
      const started = startServer({ environment: { ...settings(aBucket()), ...change } })
      const said = await started.then(
        () => 'it started',
        (error: Error) => error.message,
      )
      expect(said).toContain(sentence)
    }
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'week-s3-'))
    folders.push(DATA_DIR)
    const environment = { PATH: process.env.PATH, DATA_DIR, ...settings(aBucket()), S3_SECRET_ACCESS_KEY: 'wrong' }

    const product = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts'], { env: environment })
    let said = ''
    for (const stream of [product.stdout, product.stderr]) stream.on('data', (chunk) => (said += chunk))
    const code = await new Promise((resolve) => product.on('exit', resolve))

    expect([code, said]).toEqual([1, expect.stringMatching(/^S3_SECRET_ACCESS_KEY [^\n]+\n$/)])
  })
})
