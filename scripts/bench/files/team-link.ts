import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import type pg from 'pg'
import sharp from 'sharp'
import { median } from '../measuring/in-turns.ts'
import { aCompany } from './uploads.ts'

type Given = { base: string; pool: pg.Pool; cookie: string; folder: string }

const bitsPerSecond = 1_600_000
const network = {
  offline: false,
  latency: 300,
  downloadThroughput: bitsPerSecond / 8,
  uploadThroughput: bitsPerSecond / 8,
}
const wantedSeconds = 20
const rounds = 3

/** Only what has more than 4,096 pixels on a side is made smaller where the connection is slow. */
const photos = [
  { what: '24 megapixels, made smaller on the phone', width: 5_712, height: 4_284, bytes: 4_000_000 },
  { what: '12 megapixels, sent whole', width: 4_032, height: 3_024, bytes: 2_500_000 },
]

/** From the scan of a team link to the first photo that the server has, on a phone with a slow line. */
export async function measureTeamLink({ base, pool, cookie, folder }: Given) {
  const company = await aCompany(base, 'team')
  const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
  const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: ['--no-sandbox'] })
  const lines = []
  try {
    for (const { what, width, height, bytes } of photos) {
      const photo = join(folder, `${width}.jpg`)
      writeFileSync(photo, await aPhoto(width, height, bytes))
      const turns: { seconds: number; stored: number }[] = []
      for (let round = 0; round < rounds; round++) {
        const search = await aTeamLink(base, cookie, company)
        turns.push(await timeFirstPhoto(browser, pool, `${base}/${search}`, photo))
      }
      const seconds = median(turns.map((turn) => turn.seconds))
      const stored = median(turns.map((turn) => turn.stored))
      const bare = (stored * 8) / bitsPerSecond
      lines.push({
        what: `team link at 1.6 Mbit/s: from scan to the first photo, ${bytes / 1e6} MB, ${what}`,
        product: `${seconds.toFixed(1)} s`,
        bare: `${bare.toFixed(1)} s for ${(stored / 1e6).toFixed(1)} MB`,
        ratio: (bare / seconds).toFixed(2),
        wanted: `≤ ${wantedSeconds} s`,
        reached: seconds <= wantedSeconds,
      })
    }
  } finally {
    await browser.close()
  }
  return lines
}

/** On a cold cache, with a processor that is four times slower; whoever holds the phone takes no time. */
async function timeFirstPhoto(browser: Browser, pool: pg.Pool, url: string, photo: string) {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', network)
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const since = new Date()
    const begun = performance.now()
    await page.goto(url, { waitUntil: 'commit' })
    await page.getByLabel('Add photos').setInputFiles(photo, { timeout: 60_000 })
    const stored = await sizeOfFirst(pool, since)
    return { seconds: (performance.now() - begun) / 1_000, stored }
  } finally {
    await context.close()
  }
}

const patienceMs = 120_000

/** Waits until the server has a photo; says how large it is. */
async function sizeOfFirst(pool: pg.Pool, since: Date): Promise<number> {
  const until = performance.now() + patienceMs
  while (performance.now() < until) {
    const { rows } = await pool.query<{ size: number }>(
      `select size::int from uploads where created_at >= $1 and state = 'stored'`,
      [since],
    )
    if (rows[0]) return rows[0].size
    await new Promise((done) => setTimeout(done, 20))
  }
  throw new Error('No photo arrived within two minutes')
}

/** What is behind the address of the page: each round has a task and a link of its own. */
async function aTeamLink(base: string, admin: string, company: string): Promise<string> {
  const post = async (path: string, body: unknown, cookie: string) => {
    const headers = { 'content-type': 'application/json', cookie }
    const reply = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!reply.ok) throw new Error(await reply.text())
    return (await reply.json()) as { id: string; url: string }
  }
  const task = await post('/api/tasks', { title: 'Morning run', description: 'Five kilometres together' }, admin)
  const { url } = await post(`/api/tasks/${task.id}/capture-links`, {}, company)
  return new URL(url).search
}

/** Detailed as a photo is: as good as its bytes allow, and filled up behind its end, which readers pass over. */
async function aPhoto(width: number, height: number, bytes: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  const picture = await sharp({ create: { width, height, channels: 3, background: 'black', noise } })
    .blur(1.2)
    .raw()
    .toBuffer({ resolveWithObject: true })
  let best = Buffer.alloc(0)
  for (let [low, high] = [1, 100]; low <= high; ) {
    const quality = Math.floor((low + high) / 2)
    const jpeg = await sharp(picture.data, { raw: picture.info }).jpeg({ quality }).toBuffer()
    if (jpeg.length <= bytes) {
      best = jpeg
      low = quality + 1
    } else high = quality - 1
  }
  return Buffer.concat([best, Buffer.alloc(bytes - best.length)])
}
