import sharp from 'sharp'
import { expect, test } from 'vitest'
import { askForGrant, uploaded } from '#server/features/files/testing.ts'
import { fixture } from '#server/platform/media/testing.ts'
import { eventually } from '#server/testing/eventually.ts'
import { plain, sendRaw } from '#server/testing/network/raw.ts'
import { startWorld } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

async function people() {
  const { acme, zorg, root, ...server } = await startWorld({ acme: 'company', zorg: 'company', root: 'admin' })
  const read = async (path: string, cookie: string, headers: Record<string, string> = {}) => {
    const reply = await fetch(server.base + path, { headers: { cookie, ...headers } })
    return { status: reply.status, headers: reply.headers, bytes: Buffer.from(await reply.arrayBuffer()) }
  }
  const prepared = (path: string) =>
    eventually(async () => (await read(`/api/files/${path}`, acme.cookie)).status === 200, 'the cleaning')
  return { ...server, server, acme, zorg, root, read, prepared }
}

const named = (path: string) => path.split('/')[1] ?? ''

/** Ways to write the address of a file, some of which other servers have fallen for. */
function spellings(path: string): string[] {
  const name = named(path)
  const bare = name.replace('.jpg', '')
  return [
    `/api/files/proofs/${name}`,
    `/api/files/thumbnails/${name}`,
    `/api/files/proofs%2f${name}`,
    `/api/files/proofs%2F${name}`,
    `/api/files/proofs%252f${name}`,
    `/api/files/proofs\\${name}`,
    `/api/files/proofs%5c${name}`,
    `/api/files/proofs//${name}`,
    `/api/files//proofs/${name}`,
    `//api/files/proofs/${name}`,
    `/api//files/proofs/${name}`,
    `/api/files/proofs/./${name}`,
    `/api/files/./proofs/${name}`,
    `/api/files/logos/../proofs/${name}`,
    `/api/files/logos/..%2fproofs%2f${name}`,
    `/api/files/logos/%2e%2e%2fproofs%2f${name}`,
    `/api/files/logos/%252e%252e%252fproofs%252f${name}`,
    `/api/files/logos/..\\proofs\\${name}`,
    `/api/files/logos/..%5cproofs%5c${name}`,
    `/api/files/%2e%2e/files/proofs/${name}`,
    `/api/files/../../files/proofs/${name}`,
    `/api/files/proofs/..%2f..%2farriving%2f${name}`,
    `/api/files/proofs/../../../../../../../../etc/passwd`,
    `/api/files/..%2f..%2f..%2f..%2f..%2f..%2fetc/passwd`,
    `/api/files/%2e%2e/%2e%2e%2fetc%2fpasswd`,
    `/api/files/PROOFS/${name}`,
    `/api/files/proofs/${name.toUpperCase()}`,
    `/api/FILES/proofs/${name}`,
    `/API/files/proofs/${name}`,
    `/%61pi/files/proofs/${name}`,
    `/api/%66iles/proofs/${name}`,
    `/api/files/%70roofs/${name}`,
    `/api/files/proofs/%${bare.charCodeAt(0).toString(16)}${name.slice(1)}`,
    `/api/files/proofs/${name}.`,
    `/api/files/proofs/${name}..`,
    `/api/files/proofs/${name}%20`,
    `/api/files/proofs/${name}%00`,
    `/api/files/proofs/${name}%00.png`,
    `/api/files/proofs/${bare}.jpg%0a`,
    `/api/files/proofs/${bare}`,
    `/api/files/proofs/${bare}.jpeg`,
    `/api/files/proofs/${name}/`,
    `/api/files/proofs/${name};jsessionid=1`,
    `/api/files/proofs/${name}%3fx=1`,
    `/api/files/proofs/${name}?download=1`,
    `/api/files/proofs/${name}?folder=logos&name=${name}`,
    `/api/files/logos/${name}?folder=proofs`,
    `/api/files/proofs/${name}?companyId=1&isAdmin=true`,
    `/api/files/proofs/${name}#`,
    `/files/proofs/${name}`,
    `/proofs/${name}`,
    `/assets/../../files/proofs/${name}`,
    `/assets/..%2f..%2ffiles%2fproofs%2f${name}`,
    `/api/uploads/proofs/${name}`,
    `http://week.test/api/files/proofs/${name}`,
  ]
}

/** No text at all when decoded. */
const unreadable = (path: string) =>
  ['%c0%af', '%ff', '%', '%u0030', '%zz'].map((start) => `/api/files/proofs/${start}-${named(path)}`)

/** Files are sent there, never read. */
const isForUploads = (target: string) => target.startsWith('/api/uploads/')

test("nobody else reads a company's file, however its address is written", async () => {
  const { base, acme, zorg, root, read, prepared } = await people()
  const path = await uploaded(acme)
  await prepared(path)
  for (const { cookie } of [acme, root]) {
    for (const address of [`/api/files/${path}`, `/api/files/thumbnails/${named(path)}`]) {
      const { status, bytes } = await read(address, cookie)
      expect([address, status, bytes.readUIntBE(0, 3)]).toEqual([address, 200, 0xffd8ff])
    }
  }

  for (const [cookie, refusals] of [
    ['', [401, 404]],
    [zorg.cookie, [404]],
  ] as const) {
    for (const target of spellings(path)) {
      for (const method of ['GET', 'HEAD']) {
        const { text, statuses } = await sendRaw(base, plain(method, target, cookie ? { cookie } : {}))
        expect([target, text.includes('\xff\xd8\xff'), text.includes('root:')]).toEqual([target, false, false])
        expect(isForUploads(target) ? [405] : [...refusals], `${method} ${target} → ${statuses}`).toContain(statuses[0])
        expect(statuses).toHaveLength(1)
      }
    }
  }
  const noHttp = [`/api/files/proofs/${named(path)}\0`, `/api/files/proofs/ ${named(path)}`]
  for (const target of [...unreadable(path), ...noHttp]) {
    expect((await sendRaw(base, plain('GET', target, { cookie: zorg.cookie }))).statuses).toEqual([400])
  }
})

test('for those who may read it another spelling leads to the same file or to none', async () => {
  const { base, acme, root, prepared } = await people()
  const path = await uploaded(acme)
  await prepared(path)

  for (const { cookie } of [acme, root]) {
    for (const target of spellings(path)) {
      const { text, statuses } = await sendRaw(base, plain('GET', target, { cookie }))
      expect(isForUploads(target) ? [405] : [200, 404], `${target} → ${statuses}`).toContain(statuses[0])
      if (text.includes('\xff\xd8\xff')) expect(text).toContain('content-type: image/jpeg')
      expect(text).not.toContain('root:')
    }
  }
})

test('before it is cleaned nobody sees a file', async () => {
  const { acme, root, read } = await people()
  const bytes = Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from('GPS 12.5246')])
  const { body: granted } = await askForGrant(acme, bytes)
  const broken = await uploaded(acme, bytes)

  for (const { cookie } of [acme, root]) {
    for (const path of [granted.path, broken]) {
      expect((await read(`/api/files/${path}`, cookie)).status).toBe(404)
      expect((await read(`/api/files/thumbnails/${named(path)}`, cookie)).status).toBe(404)
    }
  }
})

test('a video is sent in the parts a player asks for', async () => {
  const { acme, read, prepared } = await people()
  const path = await uploaded(acme, fixture('phone.mp4'), { fileName: 'run.mp4', contentType: 'video/mp4' })
  await prepared(path)
  const get = (range?: string) => read(`/api/files/${path}`, acme.cookie, range ? { range } : {})
  const whole = await get()
  const size = whole.bytes.length
  expect([whole.status, whole.headers.get('accept-ranges'), size]).toEqual([200, 'bytes', fixture('phone.mp4').length])

  const parts: [range: string, start: number, end: number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=0-499', 0, 499],
    ['bytes=500-', 500, size - 1],
    ['bytes=-100', size - 100, size - 1],
    [`bytes=-${size + 1}`, 0, size - 1],
    [`bytes=${size - 1}-${size + 5_000}`, size - 1, size - 1],
  ]
  for (const [range, start, end] of parts) {
    const part = await get(range)
    expect([range, part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      range,
      206,
      `bytes ${start}-${end}/${size}`,
      String(end - start + 1),
    ])
    expect(part.bytes.equals(whole.bytes.subarray(start, end + 1))).toBe(true)
  }
  for (const range of [`bytes=${size}-`, `bytes=${size + 1}-${size + 2}`, 'bytes=-0', 'bytes=99999999999999999999-']) {
    const none = await get(range)
    expect([range, none.status, none.headers.get('content-range')]).toEqual([range, 416, `bytes */${size}`])
    expect(none.bytes).toHaveLength(0)
  }
  // What we do not understand is no reason to send nothing.
  for (const range of ['bytes=0-1,5-6', 'bytes=x-y', 'lines=1-2', 'bytes=-', 'bytes=']) {
    const all = await get(range)
    expect([range, all.status, all.bytes.length]).toEqual([range, 200, size])
  }
})

const secrets = ['12.5', '+12.', '12/1', '70.02', 'SERIAL', 'Owner', 'Acme', 'GPS', 'Exif', 'xmpmeta', 'Lavf', 'apple']
const told = (bytes: Buffer) => secrets.filter((secret) => bytes.includes(secret))

/** Wider than high in the file, to be shown upright: red at the top then, blue at the bottom. */
function aSidewaysPhoto(background: string) {
  const exif = {
    IFD0: { Make: 'Acme', Model: 'Acme Cam 9', Artist: 'Owner', ImageDescription: 'at 12.5246 70.0270' },
    IFD2: { DateTimeOriginal: '2026:05:03 10:11:12', BodySerialNumber: 'SERIAL-4711' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '12/1 31/1 2856/100' },
  }
  const red = { create: { width: 40, height: 40, channels: 3 as const, background: '#ff0000' } }
  return sharp({ create: { width: 80, height: 40, channels: 3, background } })
    .composite([{ input: red, gravity: 'west' }])
    .withExif(exif)
    .withMetadata({ orientation: 6 })
}

/** What a viewer sees at the top and at the bottom. */
async function topAndBottom(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const colour = (y: number) => ((data[(y * info.width + 20) * 3] ?? 0) > 128 ? 'red' : 'blue')
  return `${info.width}×${info.height} ${colour(5)} ${colour(info.height - 5)}`
}

/** Shows the same, in bytes of its own: a proof takes no file twice. */
function anotherCopy(video: Buffer, n: number): Buffer {
  const filler = Buffer.alloc(8 + n)
  filler.writeUInt32BE(filler.length)
  filler.write('free', 4)
  return Buffer.concat([video, filler])
}

type People = Awaited<ReturnType<typeof people>>

/** Six files go in as a proof; what the reviewer gets back. */
async function reviewed(
  { server, acme, root, read }: People,
  contentType: 'image' | 'video',
  sent: [string, Buffer][],
) {
  const paths: string[] = []
  for (const [type, bytes] of sent) {
    expect(told(bytes).length).toBeGreaterThan(2)
    paths.push(await uploaded(acme, bytes, { contentType: type }))
  }
  const [taskId] = await someTasks(server, 1)
  const proof = { taskId, companyId: acme.companyId, contentUrls: paths, contentType }
  const submitted = await acme('POST', '/api/proofs', proof)
  expect([submitted.status, submitted.text]).toEqual([201, submitted.text])
  const [shown] = (await root('GET', '/api/proofs/pending')).body
  expect(shown.files.map(({ ready }: { ready: boolean }) => ready)).toEqual(Array(6).fill(true))
  const one = async (file: { url: string; thumbnailUrl: string | null; type: string; capturedAt: string | null }) => ({
    ...file,
    bytes: (await read(file.url, root.cookie)).bytes,
    small: file.thumbnailUrl ? (await read(file.thumbnailUrl, root.cookie)).bytes : undefined,
  })
  return Promise.all(shown.files.map(one)) as Promise<Awaited<ReturnType<typeof one>>[]>
}

test('pictures come back without place, time and device, upright and whole', async () => {
  const photos = ['#0000ff', '#0000e0', '#0000c0'].map(aSidewaysPhoto)
  const jpegs = await Promise.all(photos.map((photo) => photo.clone().jpeg().toBuffer()))
  const pngs = await Promise.all(photos.map((photo) => photo.clone().png().toBuffer()))

  const files = await reviewed(await people(), 'image', [
    ...jpegs.map((bytes): [string, Buffer] => ['image/jpeg', bytes]),
    ...pngs.map((bytes): [string, Buffer] => ['image/png', bytes]),
  ])

  expect(files.map(({ type }) => type)).toEqual([...Array(3).fill('image/jpeg'), ...Array(3).fill('image/png')])
  for (const { bytes, small, capturedAt } of files) {
    expect([told(bytes), told(small ?? bytes), capturedAt]).toEqual([[], [], '2026-05-03T10:11:12'])
    const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
    expect([exif, xmp, iptc, orientation ?? 1]).toEqual([undefined, undefined, undefined, 1])
    expect(await topAndBottom(bytes)).toBe('40×80 red blue')
    expect(await topAndBottom(small ?? Buffer.alloc(0))).toBe('40×80 red blue')
  }
})

test('videos come back without place, time and device, upright and whole', async () => {
  const [phone, upright] = [fixture('phone.mp4'), fixture('upright.mov')]
  const after = (bytes: Buffer, atom: string, length: number) =>
    bytes.subarray(bytes.indexOf(atom) + 4, bytes.indexOf(atom) + 4 + length)
  const matrixOf = (bytes: Buffer) => after(bytes, 'tkhd', 76).subarray(40).toString('hex')
  const samplesOf = (bytes: Buffer) =>
    after(bytes, 'mdat', bytes.readUInt32BE(bytes.indexOf('mdat') - 4) - 8).toString('hex')

  const files = await reviewed(await people(), 'video', [
    ...[0, 1, 2].map((n): [string, Buffer] => ['video/mp4', anotherCopy(phone, n)]),
    ...[0, 1, 2].map((n): [string, Buffer] => ['video/quicktime', anotherCopy(upright, n)]),
  ])

  expect(files.map(({ type }) => type)).toEqual([...Array(3).fill('video/mp4'), ...Array(3).fill('video/quicktime')])
  for (const { bytes, type, capturedAt } of files) {
    const before = type === 'video/mp4' ? phone : upright
    expect(told(bytes)).toEqual([])
    expect(capturedAt).toMatch(/^2026-05-03T14:1[12]/)
    expect(matrixOf(bytes)).toBe(matrixOf(before))
    expect(samplesOf(bytes)).toBe(samplesOf(before))
    expect(samplesOf(bytes).length).toBeGreaterThan(1_000)
  }
})
