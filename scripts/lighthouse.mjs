// `npm run lighthouse`: the landing page and an event page by Lighthouse on a mid-range phone. Both, and a company's
// home, by the clock on a slow phone. Figures are medians. Lighthouse computes its times; the clock needs a quiet
// machine.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from '@playwright/test'
import { timePage } from './lighthouse/slow-phone.mjs'
import { createCompany, createEvent, createPost } from './rig/accounts.ts'
import { createCleanup } from './rig/cleanup.ts'
import { freePort } from './rig/ports.mjs'
import { startProduct } from './rig/product.ts'

const wanted = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const runs = Number(process.env.RUNS ?? 3)
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const missed = []

const lighthouse = await loadLighthouse()
const cleanup = createCleanup()
cleanup.endOnSignal()
const product = await startProduct()
cleanup.add(product.stop)
const base = `http://localhost:${product.port}`
const post = createPost(base)
const debugging = await freePort()
const executablePath = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path))
const browser = await chromium.launch({ executablePath, args: [...flags, `--remote-debugging-port=${debugging}`] })
cleanup.add(() => browser.close())
try {
  const { shortCode } = await createEvent(post, {
    eventDate: new Date(Date.now() + 14 * 86_400_000).toISOString(),
    brandingColor: '#ff6600',
  })
  const pages = [
    { name: 'landing page', path: '/', marks: { heading: 'h1' }, limits: { heading: 1_200 } },
    {
      name: 'page of an event',
      path: `/e/${shortCode}`,
      marks: { heading: 'h1', form: 'form input[name=firstName]' },
      limits: { form: 1_800 },
    },
  ]
  for (const page of pages) {
    await judge(page)
    await clock(page)
  }
  const home = { name: 'home of a company', path: '/', marks: { heading: 'h1' }, limits: { heading: 3_500 } }
  const { cookie } = await createCompany(post, { name: 'Acme', email: 'coordinator@acme.test' })
  await clock({ ...home, cookie })
} finally {
  await cleanup.end()
}
for (const sentence of missed) console.error(sentence)
process.exit(missed.length === 0 ? 0 : 1)

/** Installed at first use: with its dependencies it would be a quarter of every `npm install`. */
async function loadLighthouse() {
  const folder = resolve('node_modules/.cache/lighthouse')
  const program = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(program)) {
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', ['install', ...options, 'lighthouse@12.8.2'], { stdio: 'inherit' })
    if (status !== 0) throw new Error('Lighthouse could not be installed from the registry of npm.')
  }
  return (await import(pathToFileURL(program).href)).default
}

async function judge({ name, path }) {
  const results = []
  for (let n = 0; n < runs; n++) {
    const { lhr } = await lighthouse(base + path, {
      port: debugging,
      output: 'json',
      logLevel: 'error',
      onlyCategories: Object.keys(wanted),
    })
    const scores = Object.entries(lhr.categories).map(([category, { score }]) => [category, Math.round(score * 100)])
    results.push({
      ...Object.fromEntries(scores),
      FCP: lhr.audits['first-contentful-paint'].displayValue,
      LCP: lhr.audits['largest-contentful-paint'].displayValue,
      TBT: lhr.audits['total-blocking-time'].displayValue,
      CLS: lhr.audits['cumulative-layout-shift'].displayValue,
    })
  }
  console.log(`${name}: Lighthouse, mobile`)
  console.table(results)
  for (const [category, least] of Object.entries(wanted)) {
    const middle = median(results.map((result) => result[category]))
    if (middle < least) missed.push(`${name}: ${category} ${middle}, wanted ${least}`)
  }
}

async function clock({ name, path, marks, limits, cookie }) {
  const results = []
  for (let n = 0; n < runs; n++) results.push(await timePage(browser, base + path, marks, cookie))
  console.log(`${name}: slow phone (1.6 Mbit/s, 300 ms, processor ÷ 4), milliseconds; scripts in bytes of gzip`)
  console.table(results)
  for (const [mark, most] of Object.entries(limits)) {
    const middle = median(results.map((result) => result[mark]))
    if (middle > most) missed.push(`${name}: ${mark} after ${middle} ms, wanted ${most}`)
  }
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]
}
