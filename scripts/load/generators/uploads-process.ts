// Uploads videos as phones do: `atOnce` in parallel, each at its network's speed, until stopped. Each file is verified
// after the product has checked it, then deleted.
import { createHash, type Hash } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { aVideo } from '@sports-week/video-metadata/testing'
import { answerCalls } from './calls.ts'

type Start = { bases: string[]; cookies: string[]; atOnce: number; bytesPerSecond: number; fileBytes: number }
type SentFile = { path: string; sha256: string; size: number }
type ListedFile = { path: string; size: number; state: string; reason: string | null; sha256: string | null }

type UploadsResult = {
  sent: number
  bytes: number
  /** Stored with the sent size and hash. */
  right: number
  failures: string[]
  /** The average number of parallel uploads from start to stop. */
  averageAtOnce: number
}

const writesPerSecond = 10
const checkEvery = 2_000
/** After the last file: the product checks files sequentially. */
const checkedWithin = 180_000

let given: Start
/** The common start of every file with its running hash: hashing whole files would slow the other uploads. */
let sameBytes: Buffer
let sameHash: Hash
/** The last samples and the rest: each file has a unique number here. */
let lastBytes: Buffer
let begun = 0
let stoppedAt = 0
let files = 0
let sendingTime = 0
let uploaders: Promise<void>[] = []
let checkers: Promise<void>[] = []
const result: UploadsResult = { sent: 0, bytes: 0, right: 0, failures: [], averageAtOnce: 0 }
const isStopping = () => stoppedAt > 0

async function start(wanted: Start) {
  given = wanted
  const video = aVideo({ tracks: [{ samples: ['x'.repeat(wanted.fileBytes)] }] })
  const numberAt = video.lastIndexOf('x'.repeat(16))
  sameBytes = video.subarray(0, numberAt)
  lastBytes = video.subarray(numberAt)
  sameHash = createHash('sha256').update(sameBytes)
  begun = performance.now()
  const unchecked = given.cookies.map((): SentFile[] => [])
  uploaders = Array.from({ length: given.atOnce }, (_, n) => {
    const nth = n % given.cookies.length
    return uploadUntilStopped(baseOf(n), given.cookies[nth] ?? '', unchecked[nth] ?? [])
  })
  checkers = given.cookies.map((cookie, nth) => checkUntilStopped(baseOf(nth), cookie, unchecked[nth] ?? []))
}

const baseOf = (nth: number) => given.bases[nth % given.bases.length] ?? ''

async function uploadUntilStopped(base: string, cookie: string, unchecked: SentFile[]) {
  while (!isStopping()) {
    try {
      unchecked.push(await upload(base, cookie))
      result.sent++
    } catch (error) {
      result.failures.push(error instanceof Error ? error.message : String(error))
      // Backs off after a refusal.
      await sleep(1_000)
    }
  }
}

async function upload(base: string, cookie: string): Promise<SentFile> {
  const end = Buffer.from(lastBytes)
  end.writeBigUInt64BE(BigInt(++files))
  const sha256 = sameHash.copy().update(end).digest('hex')
  const size = sameBytes.length + end.length
  const reply = await fetch(`${base}/api/uploads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ fileName: 'video.mp4', size, contentType: 'video/mp4' }),
  })
  if (reply.status !== 201) throw new Error(`a grant was answered ${reply.status}`)
  const { url, headers, path } = (await reply.json()) as { url: string; headers: Record<string, string>; path: string }
  const from = performance.now()
  try {
    await put(url, headers, end)
  } finally {
    sendingTime += Math.max(0, (stoppedAt || performance.now()) - from)
  }
  return { path, sha256, size }
}

function put(url: string, headers: Record<string, string>, end: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const size = sameBytes.length + end.length
    const sending = request(url, { method: 'PUT', headers: { ...headers, 'content-length': size } }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`an upload was answered ${response.statusCode}`)),
      )
    })
    sending.on('error', (error) => {
      clearInterval(timer)
      reject(error)
    })
    const step = Math.ceil(given.bytesPerSecond / writesPerSecond)
    let at = 0
    let canWrite = true
    sending.on('drain', () => {
      canWrite = true
    })
    const timer = setInterval(() => {
      if (!canWrite) return
      const piece = sameBytes.subarray(at, at + step)
      at += piece.length
      result.bytes += piece.length
      canWrite = sending.write(piece)
      if (at < sameBytes.length) return
      clearInterval(timer)
      sending.end(end)
    }, 1_000 / writesPerSecond)
  })
}

async function checkUntilStopped(base: string, cookie: string, unchecked: SentFile[]) {
  const isDone = () => isStopping() && performance.now() - stoppedAt > checkedWithin
  await Promise.race([sleep(checkEvery), stopping])
  while (!isDone()) {
    await check(base, cookie, unchecked).catch((error: Error) => result.failures.push(error.message))
    if (areAllSent && unchecked.length === 0) return
    await sleep(areAllSent ? 250 : checkEvery)
  }
  if (unchecked.length > 0) result.failures.push(`${unchecked.length} files were not looked at within 180 s`)
}

let areAllSent = false
let noticeStop = () => {}
const stopping = new Promise<void>((resolve) => {
  noticeStop = resolve
})

async function check(base: string, cookie: string, unchecked: SentFile[]) {
  // Files that arrive during this request may be missing in the list.
  const asked = [...unchecked]
  const reply = await fetch(`${base}/api/uploads`, { headers: { cookie } })
  if (reply.status !== 200) throw new Error(`the list of files was answered ${reply.status}`)
  const listed = new Map(((await reply.json()) as ListedFile[]).map((file) => [file.path, file]))
  for (const file of asked) {
    const found = listed.get(file.path)
    if (found?.state === 'preparing') continue
    unchecked.splice(unchecked.indexOf(file), 1)
    const isRight = found?.state === 'ready' && found.sha256 === file.sha256 && found.size === file.size
    if (isRight) result.right++
    else result.failures.push(found ? `a file is ${found.state} and has other bytes` : 'a file is missing')
    if (!found) continue
    const removal = await fetch(`${base}/api/uploads/${file.path}`, { method: 'DELETE', headers: { cookie } })
    if (removal.status !== 200) result.failures.push(`a deletion was answered ${removal.status}`)
  }
}

/** Starts no more files; returns the results of all. */
async function stop(): Promise<UploadsResult> {
  stoppedAt = performance.now()
  noticeStop()
  await Promise.all(uploaders)
  areAllSent = true
  await Promise.all(checkers)
  return { ...result, averageAtOnce: sendingTime / (stoppedAt - begun) }
}

const calls = { start, stop }
export type UploadCalls = typeof calls
answerCalls(calls)
