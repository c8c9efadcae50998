import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createCompany, createPost } from '../rig/accounts.ts'
import { residentMegabytes } from '../rig/proc.ts'
import type { Product } from '../rig/product.ts'
import { startBare } from './measuring/bare.ts'
import { inTurns, type Line, lineOf } from './measuring/in-turns.ts'

const size = 30_485_760
const atOnce = 8
const count = 24

type Given = { base: string; product: Product; folder: string }

/** Uploads whole videos to the disk: bytes per second, and the memory for fifty at once. */
export async function measureUploads({ base, product, folder }: Given) {
  const video = aFilm()
  const { cookie } = await createCompany(createPost(base), { name: 'Uploader', email: 'uploader@mail.test' })
  const empty = join(folder, 'empty')
  writeFileSync(empty, '')
  const bare = await startBare(empty, folder)
  const nowhere = Array.from({ length: count }, () => ({
    url: `http://127.0.0.1:${bare.port}/`,
    headers: {},
    path: '',
  }))
  const toProduct = async () => {
    const targets = await grantMany(base, cookie, count)
    const reached = await rate(targets, video)
    await discard(base, cookie, targets)
    return reached
  }
  const toBare = async () => {
    const reached = await rate(nowhere, video)
    await fetch(`http://127.0.0.1:${bare.port}/`, { method: 'DELETE' })
    return reached
  }
  const resumable = async () => {
    const targets = await createMany(base, cookie, count)
    const reached = await rate(targets, video)
    await discard(base, cookie, targets)
    return reached
  }
  const turns = await inTurns(5, toProduct, toBare)
  await bare.stop()
  const inPieces = await inTurns(5, resumable, toProduct)
  const growth = await measureMemory(product, async () => {
    const targets = await grantMany(base, cookie, 50)
    await sendAll(targets, video, 50)
    await discard(base, cookie, targets)
  })
  const growthInPieces = await measureMemory(product, async () => {
    const targets = await createMany(base, cookie, 50)
    await sendAll(targets, video, 50)
    await discard(base, cookie, targets)
  })
  return [
    lineOf('the same by tus, beside the plain PUT', inPieces, 0.9, ' MB/s'),
    memoryLine('memory with 50 uploads of 30 MB by tus under way', growthInPieces),
    lineOf(`upload of 30 MB videos to disk, ${atOnce} at once`, turns, 0.8, ' MB/s'),
    memoryLine('memory with 50 uploads of 30 MB under way', growth),
  ]
}

const memoryLine = (what: string, megabytes: number): Line => ({
  what,
  product: `+${megabytes.toFixed(0)} MB`,
  bare: '–',
  ratio: '–',
  wanted: '< 64 MB',
  reached: megabytes < 64,
})

/** The product's peak memory growth during the work. */
async function measureMemory({ child }: Product, work: () => Promise<void>): Promise<number> {
  const before = residentMegabytes(child.pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(child.pid))
  }, 50)
  await work()
  clearInterval(watching)
  return most - before
}

type Target = { method?: string; url: string; headers: Record<string, string>; path: string }

async function rate(targets: Target[], video: Buffer): Promise<number> {
  const begun = performance.now()
  await sendAll(targets, video, atOnce)
  return (targets.length * video.length) / 1e6 / ((performance.now() - begun) / 1000)
}

async function sendAll(targets: Target[], video: Buffer, parallel: number) {
  const waiting = [...targets]
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) await put(target, video)
    }),
  )
}

function put({ method = 'PUT', url, headers }: Target, video: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers: { ...headers, 'content-length': video.length } }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 201 || response.statusCode === 204
          ? resolve()
          : reject(new Error(`upload answered ${response.statusCode}`)),
      )
    })
    sending.on('error', reject)
    sending.end(video)
  })
}

async function grantMany(base: string, cookie: string, many: number): Promise<Target[]> {
  const targets: Target[] = []
  for (let n = 0; n < many; n++) {
    const reply = await fetch(`${base}/api/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ fileName: 'video.mp4', size, contentType: 'video/mp4' }),
    })
    if (reply.status !== 201) throw new Error(await reply.text())
    targets.push((await reply.json()) as Target)
  }
  return targets
}

/** The same files as tus uploads, each sent in one piece. */
async function createMany(base: string, cookie: string, many: number): Promise<Target[]> {
  const targets: Target[] = []
  const metadata = `filename ${btoa('video.mp4')},filetype ${btoa('video/mp4')}`
  const version = { 'tus-resumable': '1.0.0' }
  for (let n = 0; n < many; n++) {
    const headers = { ...version, 'upload-length': String(size), 'upload-metadata': metadata, cookie }
    const reply = await fetch(`${base}/api/uploads/tus`, { method: 'POST', headers })
    if (reply.status !== 201) throw new Error(await reply.text())
    const { path } = (await reply.json()) as { path: string }
    const piece = { ...version, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' }
    targets.push({ method: 'PATCH', url: reply.headers.get('location') ?? '', headers: piece, path })
  }
  return targets
}

async function discard(base: string, cookie: string, targets: Target[]) {
  for (const { path } of targets) {
    await fetch(`${base}/api/uploads/${path}`, { method: 'DELETE', headers: { cookie } }).then((reply) => reply.text())
  }
}

/** Starts like a video, so that it is accepted; the rest is filler. */
function aFilm(): Buffer {
  const video = Buffer.alloc(size)
  video.writeUInt32BE(24, 0)
  video.write('ftypisom', 4)
  video.write('isommp42', 16)
  video.writeUInt32BE(size - 24, 24)
  video.write('mdat', 28)
  return video
}
