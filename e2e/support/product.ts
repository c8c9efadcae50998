// The product as a newcomer starts it: one process per worker, its own data folder, its own port.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { colourRules, expectAccessible } from './axe.ts'
import { noteFaults, printIfFailed } from './page-report.ts'

export { expect, expectAccessible }

export const password = 'Lanes-and-sun-42'
export const supportEmail = 'help@week.test'
const admin = { email: 'organiser@week.test', password }

/** Where a page is before it went anywhere: for a test that prepares it first, since every load costs half a second of CPU. */
export const emptyPage = 'about:blank'

/** For files whose subject moves, or comes and goes: `test.use(withMotion)`. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' as const } }

export type Product = {
  url: string
  /** For commands that are run beside it. */
  dataDir: string
  admin: typeof admin
  /** The newest mail to an address, as it was written to disk. */
  mailTo(address: string, subject: string): Promise<string>
  /** Through the API, for what a test does not look at. */
  post(path: string, body: unknown, cookie?: string): Promise<Response>
  /** A company with a finished profile. */
  aCompany(name: string): Promise<{ id: string; name: string; email: string; cookie: string }>
}

export const test = base.extend<
  { signedIn: (who: { email: string }, address?: string) => Promise<Page>; printPagesOnFailure: undefined },
  { product: Product; environment: Record<string, string> }
>({
  /** Settings of a product that is started for the tests of one file. */
  environment: [{}, { scope: 'worker', option: true }],
  // Who reads the output of a failed run elsewhere has no pictures: every open page is printed.
  printPagesOnFailure: [
    // Asked for those of `signedIn`, so that it ends before they are closed; not for `page`, which few tests use and which is a process.
    async ({ browser, signedIn: _ }, use, test) => {
      await use(undefined)
      for (const context of browser.contexts()) await printIfFailed(context, test)
    },
    { auto: true },
  ],
  product: [
    async ({ environment }, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'week-e2e-'))
      const port = await freePort()
      const url = `http://localhost:${port}`
      const usual = {
        ...{ ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SUPPORT_EMAIL: supportEmail },
        // What tests prepare comes from many addresses, as from a proxy: see `post`.
        TRUST_PROXY: '127.0.0.1,::1',
      }
      const { server } = await started(port, dataDir, { ...usual, ...environment })
      await use(productAt(url, dataDir))
      await stopped(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.url),
  page: async ({ page }, use, test) => {
    await use(waitForDialogsBeforeGoto(noteFaults(page)))
    await printIfFailed(page.context(), test)
  },
  signedIn: async ({ product, browser, contextOptions }, use) => {
    const contexts: { close(): Promise<void> }[] = []
    await use(async ({ email }, address = '/') => {
      const context = await browser.newContext({ ...contextOptions, baseURL: product.url })
      contexts.push(context)
      await logIn(context, email)
      const page = waitForDialogsBeforeGoto(noteFaults(await context.newPage()))
      if (address !== emptyPage) await page.goto(address)
      return page
    })
    for (const context of contexts) await context.close()
  },
})

export function productAt(url: string, dataDir: string): Product {
  const named = new Map<string, number>()
  let callers = 0
  const post = (path: string, body: unknown, cookie?: string) => {
    callers += 1
    const headers = {
      'content-type': 'application/json',
      // All tests together sign up more companies than one address may in an hour.
      'x-forwarded-for': `10.0.${callers >> 8}.${callers & 255}`,
      ...(cookie ? { cookie } : {}),
    }
    return fetchPatiently(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return {
    url,
    dataDir,
    admin,
    post,
    async mailTo(address, subject) {
      for (let tries = 0; tries < 100; tries++) {
        const folder = join(dataDir, 'outbox')
        // The first mail makes the folder.
        const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
        const mails = files.filter((file) => file.name.endsWith('.eml'))
        const found = mails
          .map((file) => readFileSync(join(folder, file.name), 'utf8'))
          .filter((mail) => mail.includes(address) && mail.includes(`Subject: ${subject}`))
        const newest = found.at(-1)
        if (newest) return newest.replace(/=\r?\n/g, '').replace(/=3D/g, '=')
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`No mail "${subject}" to ${address}`)
    },
    async aCompany(wanted) {
      const slug = wanted.toLowerCase().replace(/\W+/g, '-')
      // Tests of several files share a product, and may like the same name; no two companies have it.
      const nth = (named.get(slug) ?? 0) + 1
      named.set(slug, nth)
      const name = nth === 1 ? wanted : `${wanted} ${nth}`
      const email = `${slug}${nth === 1 ? '' : `-${nth}`}@mail.test`
      const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
      const signup = { email, password, confirmPassword: password, companyName: name, ...contact }
      await requireOk(post('/api/auth/signup', signup))
      const cookie = cookieOf(await requireOk(post('/api/auth/login', { email, password })))
      const created = await requireOk(post('/api/companies', { name, email, teamSize: 12, ...contact }, cookie))
      const { id } = (await created.json()) as { id: string }
      return { id, name, email, cookie }
    },
  }
}

/** Comes back when it is told to: a product on a busy computer answers 503 to whoever waited too long for its database. */
export async function fetchPatiently(url: string, init: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const reply = await fetch(url, init)
    if (reply.status !== 503 || tries === 10) return reply
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** What a test prepares must have happened, or the test fails later for another reason. */
export async function requireOk(replying: Promise<Response>): Promise<Response> {
  const reply = await replying
  if (!reply.ok) throw new Error(`${reply.url} answered ${reply.status}: ${await reply.text()}`)
  return reply
}

export const cookieOf = (reply: Response) => reply.headers.get('set-cookie')?.split(';')[0] ?? ''

export async function logIn(context: BrowserContext, email: string) {
  const reply = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`Logging in as ${email} answered ${reply.status()}: ${await reply.text()}`)
}

const gotoOf = new WeakMap<Page, Page['goto']>()

/**
 * A dialog that closes takes its history entry away a moment later. A person is never that quick with another address; a test
 * is, and the step back would stop its navigation.
 */
export function waitForDialogsBeforeGoto(page: Page): Page {
  const goto = page.goto.bind(page)
  gotoOf.set(page, goto)
  page.goto = async (...address) => {
    const isSettled = () => !(history.state?.overlays > 0)
    // One that stays open on purpose is left open; `leave` does not wait for it.
    await page.waitForFunction(isSettled, undefined, { timeout: 2_000 }).catch(() => undefined)
    return goto(...address)
  }
  return page
}

/** Leaves a page on which a dialog stays open. */
export const leave = (page: Page) => (gotoOf.get(page) ?? page.goto.bind(page))(emptyPage)

async function started(
  port: number,
  dataDir: string,
  environment: Record<string, string>,
): Promise<{ server: ChildProcess; said: string }> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', ...environment }
  return untilRunning(spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] }))
}

export async function untilRunning(server: ChildProcess): Promise<{ server: ChildProcess; said: string }> {
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on('data', (chunk) => {
      said += chunk
      if (said.includes('is running at') && said.endsWith('\n\n')) resolve()
    })
    server.on('exit', (code) => reject(new Error(`The product ended with ${code}`)))
  })
  return { server, said }
}

/** A product that nobody rules yet, and the link it printed. */
export async function aFreshProduct(): Promise<{ link: string; stop(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'week-fresh-'))
  const { server, said } = await started(await freePort(), dataDir, {})
  return {
    link: /http\S+setup=\S+/.exec(said)?.[0] ?? '',
    async stop() {
      await stopped(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export async function stopped(server: ChildProcess) {
  server.removeAllListeners('exit')
  await new Promise((resolve) => {
    server.on('exit', resolve)
    server.kill('SIGTERM')
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** What a toast covers cannot be pressed before it goes, and below the pointer it stays. */
export async function dismissToast(page: Page) {
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
}

/** A page that came with its content from the server: whether the script answers presses by now. */
export const waitForScript = (page: Page) => expect(page.locator('#root:not([data-rendered])')).toBeAttached()

/** The page never scrolls sideways. */
export async function expectNothingCut(page: Page) {
  // After a change of the width a busy browser needs a moment; what is cut stays cut.
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overhang, { timeout: 10_000 }).toBeLessThanOrEqual(0)
}

export const themes = ['light', 'dark'] as const
export const widths = [320, 375, 768, 1440]

/** Moves with Tab until the wanted control has the focus, as somebody without a mouse does. */
export async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The control cannot be reached by keyboard')
}

/** One screen at every width and in both themes: what is cut does not depend on its colours. */
export async function expectGoodEverywhere(page: Page, settled: Locator) {
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of colorScheme === 'light' ? widths : [1440]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(settled).toBeVisible()
      await expectNothingCut(page)
    }
    const rules = colorScheme === 'light' ? [] : colourRules
    await expectAccessible(page, { rules })
    await page.setViewportSize({ width: 375, height: 800 })
    await expectAccessible(page, { rules })
  }
}
