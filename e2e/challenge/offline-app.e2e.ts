import { createServer, request } from 'node:http'
import type { BrowserContext, Page } from '@playwright/test'
import {
  cookieOf,
  expect,
  expectAccessible,
  fetchPatiently,
  logIn,
  type Product,
  requireOk,
  test,
} from '../support/product.ts'
import { adminOf, opened, openProof, phone, photos, pick, slots, task } from '../support/proof-making.ts'

test.use({ serviceWorkers: 'allow' })

type Company = Awaited<ReturnType<Product['aCompany']>>

async function draftOf(product: Product, { cookie }: Pick<Company, 'cookie'>, taskId: string): Promise<string[]> {
  const reply = await requireOk(fetchPatiently(`${product.url}/api/tasks/${taskId}/draft`, { headers: { cookie } }))
  return ((await reply.json()) as { files: { fileName: string }[] }).files.map(({ fileName }) => fileName)
}

const answers = (page: Page) => page.evaluate(() => localStorage.getItem('kept-answers') ?? '')

/** The worker has the whole app, and the device what the page has read. */
async function waitUntilKept(page: Page, words: string) {
  const hasShell = () => page.evaluate(async () => (await caches.match('/app-shell')) !== undefined)
  await expect.poll(hasShell, { timeout: 60_000 }).toBe(true)
  await expect.poll(() => answers(page)).toContain(words)
}

async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Your account' }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
}

async function openOffline(context: BrowserContext, path = '/'): Promise<Page> {
  await context.setOffline(true)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('without a network the app opens, shows the tasks and takes photos, which arrive once when it is back', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Opened at the beach')
  const company = await product.aCompany('Closed App Ltd')
  const first = await opened(browser, product, company, phone)
  const context = first.context()
  await expect(task(first, 'Opened at the beach')).toBeVisible()
  await waitUntilKept(first, 'Opened at the beach')
  await first.close()

  const page = await openOffline(context)
  await expect(page.getByText('This is what your device last knew')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Closed App Ltd!')
  await expectAccessible(page)
  await openProof(page, 'Opened at the beach')
  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(3))
  await expect(slots(page).getByText('Waiting', { exact: true })).toHaveCount(3)
  await page.close()

  const again = await openOffline(context, '/?from=home-screen')
  await expect(again.getByText('3 files wait on this device')).toBeVisible()
  await logOut(again)
  await expect(again.getByText('Logging out needs one.').first()).toBeVisible()
  expect(await draftOf(product, company, taskId)).toEqual([])

  await context.setOffline(false)
  const names = ['run-1.jpg', 'run-2.jpg', 'run-3.jpg']
  await expect.poll(() => draftOf(product, company, taskId), { timeout: 60_000 }).toEqual(names)
  await expect(again.getByText('wait on this device')).toHaveCount(0)
  await expect(again.getByText('This is what your device last knew')).toHaveCount(0)
  await openProof(again, 'Opened at the beach')
  await expect(again.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible()
  await expect.poll(() => draftOf(product, company, taskId)).toEqual(names)
  await context.close()
})

test('with a network the page is always the newest, and a second account finds nothing of the first', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const shared = await admin.aTask('Before it was renamed')
  const [one, two] = [await product.aCompany('First Tablet Ltd'), await product.aCompany('Second Tablet Ltd')]
  const page = await opened(browser, product, one, phone)
  const context = page.context()
  await expect(task(page, 'Before it was renamed')).toBeVisible()
  await waitUntilKept(page, 'First Tablet Ltd')
  await expect.poll(() => answers(page)).toContain(one.email)

  await admin.editTask(shared, { title: 'After it was renamed' })
  await page.reload()
  await expect(task(page, 'After it was renamed')).toBeVisible()
  expect(await page.evaluate(() => document.getElementById('boot')?.hasAttribute('data-kept'))).toBe(false)

  await logOut(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => answers(page)).toBe('')
  await page.close()
  const nobody = await openOffline(context)
  await expect(nobody.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(nobody.getByText('First Tablet Ltd')).toHaveCount(0)
  await nobody.close()

  await context.setOffline(false)
  await logIn(context, two.email)
  const second = await context.newPage()
  await second.goto('/')
  await waitUntilKept(second, 'Second Tablet Ltd')
  // Its name may stand on the board, for everybody to read.
  await expect.poll(() => answers(second)).not.toContain(one.email)
  await second.close()
  const offline = await openOffline(context)
  await expect(offline.getByRole('heading', { level: 1 })).toHaveText('Welcome, Second Tablet Ltd!')
  await context.close()
})

test('who was signed out elsewhere sees the landing page with the first network, and nothing stays', {
  tag: '@slow',
}, async ({ product, browser }) => {
  const company = await product.aCompany('Lost Phone Ltd')
  const page = await opened(browser, product, company, phone)
  const context = page.context()
  await waitUntilKept(page, 'Lost Phone Ltd')
  await page.close()
  const offline = await openOffline(context)
  await expect(offline.getByRole('heading', { level: 1 })).toHaveText('Welcome, Lost Phone Ltd!')
  const passwords = { currentPassword: 'Lanes-and-sun-42', password: 'Other-sun-43', confirmPassword: 'Other-sun-43' }
  const headers = { 'content-type': 'application/json', cookie: company.cookie }
  const body = JSON.stringify(passwords)
  await requireOk(fetchPatiently(`${product.url}/api/auth/password`, { method: 'PATCH', headers, body }))

  await context.setOffline(false)

  await expect(offline.getByRole('link', { name: 'Sign In' }).first()).toBeVisible()
  await expect(offline.getByText('Lost Phone Ltd')).toHaveCount(0)
  await expect.poll(() => answers(offline)).toBe('')
  await context.close()
})

test('neither visitors nor administrators get the worker', async ({ product, signedIn, browser }) => {
  const workers = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope))
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  await visitor.goto('/')
  const administrator = await signedIn(product.admin)
  // Opened after them, a company has its worker by now: theirs would be there too.
  const company = await opened(browser, product, await product.aCompany('With Worker Ltd'))
  await waitUntilKept(company, 'With Worker Ltd')
  await expect.poll(() => workers(company)).toEqual([`${product.url}/`])
  expect(await workers(visitor)).toEqual([])
  expect(await workers(administrator)).toEqual([])
  expect(await answers(administrator)).toBe('')
  await visitor.context().close()
  await company.context().close()
})

test('a worker that is switched off takes away what it kept, and itself', async ({ product, browser }) => {
  let isOff = false
  // Stands between the browser and the product: what a worker's own script is cannot be changed by a test's routes.
  const proxy = createServer((asked, reply) => {
    const path = isOff && asked.url === '/app-worker.js' ? '/app-worker-off.js' : asked.url
    const { hostname, port } = new URL(product.url)
    const headers = { ...asked.headers, host: `${hostname}:${port}` }
    // With a connection of its own: one that is used again may be closed by the product in the same moment.
    const options = { host: hostname, port, path, method: asked.method, headers, agent: false }
    const passed = request(options, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  const url = `http://localhost:${typeof address === 'object' ? address?.port : ''}`
  const company = await product.aCompany('Switched Off Ltd')
  const context = await browser.newContext({ baseURL: url })
  const [name = '', value = ''] = cookieOf(
    await requireOk(product.post('/api/auth/login', { email: company.email, password: 'Lanes-and-sun-42' })),
  ).split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  await page.goto('/')
  await waitUntilKept(page, 'Switched Off Ltd')

  isOff = true
  await page.reload()

  const left = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).filter((key) => key.startsWith('app-page-')).length,
    ])
  // The browser waits until the page and the old worker are at rest, which on a busy machine takes a minute.
  await expect.poll(left, { timeout: 150_000 }).toEqual([0, 0])
  await context.close()
  proxy.closeAllConnections()
  proxy.close()
})
