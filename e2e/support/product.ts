// Starts the product as a newcomer does: one process per worker, with a separate data folder and port.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { administrator, createCompany, createPost, type Post, password } from '../../scripts/rig/accounts.ts'
import { startProduct } from '../../scripts/rig/product.ts'
import { colourRules, expectAccessible } from './axe.ts'
import { noteFaults, printIfFailed } from './page-report.ts'

export { cookieOf, fetchPatiently, password, requireOk } from '../../scripts/rig/accounts.ts'
export { expect, expectAccessible }

export const supportEmail = 'help@week.test'

/** The page before any navigation, for tests that prepare it first: every load costs half a second of CPU. */
export const emptyPage = 'about:blank'

/** For tests of animations: `test.use(withMotion)`. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' as const } }

export type Product = {
  url: string
  /** For commands that run beside it. */
  dataDir: string
  admin: typeof administrator
  /** The newest email to an address, as written to disk. */
  mailTo(address: string, subject: string): Promise<string>
  /** Calls the API, for steps that the test does not check. */
  post(path: string, body: unknown, cookie?: string): Promise<Response>
  /** A company with a finished profile. */
  aCompany(name: string): Promise<{ id: string; name: string; email: string; cookie: string }>
}

export const test = base.extend<
  { signedIn: (who: { email: string }, address?: string) => Promise<Page>; printPagesOnFailure: undefined },
  { product: Product; environment: Record<string, string> }
>({
  /** Settings of a product for the tests of one file. */
  environment: [{}, { scope: 'worker', option: true }],
  // A log has no pictures: after a failure, every open page is printed.
  printPagesOnFailure: [
    // Depends on `signedIn`, to run before its pages close; not on `page`, a process that few tests use.
    async ({ browser, signedIn: _ }, use, test) => {
      await use(undefined)
      for (const context of browser.contexts()) await printIfFailed(context, test)
    },
    { auto: true },
  ],
  product: [
    async ({ environment }, use) => {
      // Preparations come from many addresses, as from a proxy: see `post`.
      const settings = { SUPPORT_EMAIL: supportEmail, TRUST_PROXY: '127.0.0.1,::1', ...environment }
      const { port, dataDir, stop } = await startProduct(settings)
      await use(productAt(`http://localhost:${port}`, dataDir))
      await stop()
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
  const postTo = createPost(url)
  const post: Post = (path, body, cookie) => {
    callers += 1
    // All tests together sign up more companies than the hourly limit per address.
    return postTo(path, body, cookie, { 'x-forwarded-for': `10.0.${callers >> 8}.${callers & 255}` })
  }
  return {
    url,
    dataDir,
    admin: administrator,
    post,
    async mailTo(address, subject) {
      for (let tries = 0; tries < 100; tries++) {
        const folder = join(dataDir, 'outbox')
        // The first email creates the folder.
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
      // Tests of several files share a product and may use the same name; company names are unique.
      const nth = (named.get(slug) ?? 0) + 1
      named.set(slug, nth)
      const name = nth === 1 ? wanted : `${wanted} ${nth}`
      const email = `${slug}${nth === 1 ? '' : `-${nth}`}@mail.test`
      return createCompany(post, { name, email })
    },
  }
}

export async function logIn(context: BrowserContext, email: string) {
  const reply = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!reply.ok()) throw new Error(`Logging in as ${email} answered ${reply.status()}: ${await reply.text()}`)
}

const gotoOf = new WeakMap<Page, Page['goto']>()

/**
 * Waits before each `goto`: a closing dialog removes its history entry a moment later. A test is fast enough for that
 * step back to cancel its navigation; a person is not.
 */
export function waitForDialogsBeforeGoto(page: Page): Page {
  const goto = page.goto.bind(page)
  gotoOf.set(page, goto)
  page.goto = async (...address) => {
    const isSettled = () => !(history.state?.overlays > 0)
    // A dialog that stays open on purpose is left open; `leave` does not wait for it.
    await page.waitForFunction(isSettled, undefined, { timeout: 2_000 }).catch(() => undefined)
    return goto(...address)
  }
  return page
}

/** Leaves a page on which a dialog stays open. */
export const leave = (page: Page) => (gotoOf.get(page) ?? page.goto.bind(page))(emptyPage)

/** A product without an administrator, and its printed setup link. */
export async function aFreshProduct(): Promise<{ link: string; stop(): Promise<void> }> {
  const { said, stop } = await startProduct({ ADMIN_EMAIL: undefined, ADMIN_PASSWORD: undefined })
  return { link: /http\S+setup=\S+/.exec(said)?.[0] ?? '', stop }
}

/** A toast covers controls below it, and a pointer above it keeps it open. */
export async function dismissToast(page: Page) {
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
}

/** Waits until the script of a server-rendered page handles input. */
export const waitForScript = (page: Page) => expect(page.locator('#root:not([data-rendered])')).toBeAttached()

/** The page must not scroll sideways. */
export async function expectNothingCut(page: Page) {
  // A busy browser needs a moment after a change of width; a real overflow stays.
  const overhang = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  await expect.poll(overhang, { timeout: 10_000 }).toBeLessThanOrEqual(0)
}

export const themes = ['light', 'dark'] as const
export const widths = [320, 375, 768, 1440]

/** Presses Tab until the control has the focus, like a person without a mouse. */
export async function tabTo(page: Page, wanted: Locator) {
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('The control cannot be reached by keyboard')
}

/** Checks one screen at every width and in both themes: overflow does not depend on colours. */
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
