// `npm run screenshots`: the pictures of the README, from the week of the demo. The clocks of the product and the
// browser are fixed, so that the same code gives the same pictures.
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { makeReportJob } from '../src/server/features/reports/make.ts'
import { startJobs } from '../src/server/platform/jobs/queue.ts'
import buildIfStale from './build-if-stale.mjs'
import { ensureWeek } from './demo/create-week.ts'
import { MovableClock, readDemoConfig, startDemoProduct } from './demo/product.ts'
import { freePort } from './rig/ports.mjs'
import { openShot, type Theme } from './screenshots/open-shot.ts'
import { type Shot, shots } from './screenshots/shots.ts'
import { startDraft } from './screenshots/start-draft.ts'

/** Half past four on a Sunday afternoon in Curaçao. */
const now = new Date('2026-06-07T20:30:00Z')
const folder = 'docs/pictures'
const mostBytes = 60 * 1024
/** Names of shots, for instance `npm run screenshots -- door`; by default all. */
const asked = process.argv.slice(2)

buildIfStale()
const temporary = mkdtempSync(join(tmpdir(), 'week-screenshots-'))
/** A given folder is kept with its week for the next run. */
const dataDir = process.env.DATA_DIR || join(temporary, 'demo-data')
const port = await freePort()
const config = readDemoConfig({
  DATA_DIR: dataDir,
  PORT: String(port),
  TIME_ZONE: 'America/Curacao',
})
const { doorPath = '' } = await ensureWeek({ config, now, onProgress: () => {} })
const product = await startDemoProduct({ config, clock: new MovableClock(now), isNew: false })
/** The demo runs no jobs; the picture of a report needs one. */
const reports = startJobs(product.platform, [makeReportJob], { pollEveryMs: 100 })
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox', '--disable-gpu'],
})
try {
  await startDraft(product)
  mkdirSync(folder, { recursive: true })
  for (const shot of shots.filter(({ name }) => asked.length === 0 || asked.includes(name)))
    for (const theme of ['light', 'dark'] as const) await take(shot, theme)
} finally {
  await browser.close()
  await reports.stop()
  await product.stop()
  rmSync(temporary, { recursive: true, force: true })
}

async function take(shot: Shot, theme: Theme) {
  const place = { base: `http://localhost:${port}`, doorPath, now }
  const { page, close } = await openShot(browser, shot, theme, place)
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' })
  await close()
  const file = join(folder, `${shot.name}-${theme}.webp`)
  for (const quality of [86, 78, 70, 60, 50]) {
    await sharp(picture).webp({ quality, effort: 6 }).toFile(file)
    if (statSync(file).size <= mostBytes) break
  }
  console.log(`${file} ${Math.round(statSync(file).size / 1024)} KB`)
}
