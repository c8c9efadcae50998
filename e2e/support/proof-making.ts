// Steps of a company that submits a proof, and of an administrator who reviews it.
import type { Browser, BrowserContextOptions, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  cookieOf,
  expect,
  fetchPatiently,
  logIn,
  type Product,
  requireOk,
  waitForDialogsBeforeGoto,
} from './product.ts'

export const desk: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const phone: BrowserContextOptions = { viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true }

type Company = Awaited<ReturnType<Product['aCompany']>>

export async function adminOf(product: Product) {
  const cookie = cookieOf(await requireOk(product.post('/api/auth/login', product.admin)))
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = { 'content-type': 'application/json', cookie }
    const content = body ? { body: JSON.stringify(body) } : {}
    return (await requireOk(fetchPatiently(product.url + path, { method, headers, ...content }))).json()
  }
  return {
    aTask: (title: string, more = {}) =>
      send('POST', '/api/tasks', { title, description: 'Go outside together for a while.', pointsReward: 25, ...more }),
    editTask: ({ id }: { id: string }, changes: object) => send('PATCH', `/api/tasks/${id}`, changes),
    /** A task with proofs is archived, not deleted. */
    archive: ({ id }: { id: string }) => send('DELETE', `/api/tasks/${id}`),
    /** Other tests leave archived tasks behind; a test that counts them starts with none. */
    async emptyArchive() {
      for (const { id } of await send('GET', '/api/tasks/archived')) await send('DELETE', `/api/tasks/${id}/archive`)
    },
    async decide(company: Company, status: 'approved' | 'rejected', adminNotes?: string) {
      const pending: { id: string; companyId: string }[] = await send('GET', '/api/proofs/pending')
      const proof = pending.find(({ companyId }) => companyId === company.id)
      return send('PATCH', `/api/proofs/${proof?.id}/review`, { status, adminNotes })
    },
  }
}

/** A signed-in browser on a desktop or a phone. */
export async function opened(browser: Browser, product: Product, { email }: Company, device = desk): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, ...device })
  await logIn(context, email)
  const page = waitForDialogsBeforeGoto(await context.newPage())
  await page.goto('/')
  return page
}

export async function photos(count: number, from = 1) {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const background = { r: (index * 40) % 255, g: 120, b: (from * 60) % 255 }
      const picture = sharp({ create: { width: 800, height: 600, channels: 3, background } })
      return { name: `run-${from + index}.jpg`, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
    }),
  )
}

/** Adds photos to a task's draft through the API, one after the other. */
export async function collect(product: Product, { cookie }: Company, taskId: string, count: number) {
  for (const { name, mimeType, buffer } of await photos(count)) {
    const file = { fileName: name, size: buffer.length, contentType: mimeType, taskId }
    const grant = await (await requireOk(product.post('/api/uploads', file, cookie))).json()
    await requireOk(fetchPatiently(grant.url, { method: 'PUT', body: new Uint8Array(buffer), headers: grant.headers }))
  }
}

type Files = Awaited<ReturnType<typeof photos>>

export const task = (page: Page, title: string) => page.getByRole('article', { name: title })

/** The file slots in the open dialog of a proof. */
export const slots = (page: Page) => page.getByRole('list', { name: 'Files of this proof' }).getByRole('listitem')

export async function openProof(page: Page, title: string) {
  await task(page, title).getByRole('button', { name: 'Submit Proof' }).click()
  await expect(page.getByText('Uploaded Files:')).toBeVisible()
}

/** Uses the upload dialog; on a phone it is behind `Other sources`. */
export async function choose(page: Page, files: Files | string[]) {
  await page
    .getByRole('button', { name: 'Other sources' })
    .or(page.getByRole('button', { name: 'Add photos' }))
    .last()
    .click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles(files)
}

/** On a phone: the tap itself opens the system's picker, and chosen files upload at once. */
export async function pick(page: Page, opener: Locator, files: Files | string[]) {
  const picker = page.waitForEvent('filechooser')
  await opener.tap()
  await (await picker).setFiles(files)
}

export const start = (page: Page, count: number) => page.getByRole('button', { name: `Upload ${count} file` }).click()

/** Lets `after` files through and holds the others until release. */
export async function hold(page: Page, after: number) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let seen = 0
  await page.route('**/api/uploads/proofs/**', async (route) => {
    if (route.request().method() === 'PUT' && ++seen > after) await released
    await route.continue().catch(() => undefined)
  })
  return () => release()
}

/** Counts real taps, not clicks by scripts. */
export const countTaps = (page: Page) =>
  page.evaluate(() => {
    const counted = window as unknown as { taps: number }
    counted.taps = 0
    addEventListener('click', (event) => event.isTrusted && counted.taps++, { capture: true })
  })
export const taps = (page: Page) => page.evaluate(() => (window as unknown as { taps: number }).taps)
