import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, expectAccessible, fetchPatiently, logIn, type Product, requireOk, test } from '../support/product.ts'
import { adminOf, desk, opened, openProof, phone, photos, pick, slots, start, task } from '../support/proof-making.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>

/** What the server has of a proof, in its order. */
async function draftOf(product: Product, { cookie }: Company, taskId: string): Promise<string[]> {
  const reply = await requireOk(fetchPatiently(`${product.url}/api/tasks/${taskId}/draft`, { headers: { cookie } }))
  const { files } = (await reply.json()) as { files: { fileName: string }[] }
  return files.map(({ fileName }) => fileName)
}

const names = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `run-${from + index}.jpg`)
const waiting = (page: Page) => slots(page).getByText('Waiting', { exact: true })

/** Chosen without a network, and the app closed before there is one. */
async function chooseOffline(page: Page, title: string, count: number, from = 1) {
  await openProof(page, title)
  await page.context().setOffline(true)
  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(count, from))
  await expect(waiting(page)).toHaveCount(count)
}

async function openAgain(context: BrowserContext, path = '/'): Promise<Page> {
  await context.setOffline(false)
  const page = await context.newPage()
  await page.goto(path)
  return page
}

test('photos chosen offline arrive once each and in order after the app was closed, from any of its pages', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Beach without network')
  const { id: otherId } = await admin.aTask('Another walk')
  const company = await product.aCompany('Offline Beach Ltd')
  const first = await opened(browser, product, company, phone)
  await chooseOffline(first, 'Beach without network', 6)
  await expectAccessible(first)
  await first.close()
  expect(await draftOf(product, company, taskId)).toEqual([])

  const page = await openAgain(first.context(), '/leaderboard')

  await expect.poll(() => draftOf(product, company, taskId), { timeout: 30_000 }).toEqual(names(6))
  expect(await draftOf(product, company, otherId)).toEqual([])
  await page.goto('/')
  await openProof(page, 'Beach without network')
  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).tap()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  await page.context().close()
})

test('they go by themselves while the form is open, and an answer that got lost sends none twice', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Lost answers')
  const company = await product.aCompany('Lost Answers Ltd')
  const page = await opened(browser, product, company, phone)
  await chooseOffline(page, 'Lost answers', 3)
  let lost = 0
  await page.route('**/api/uploads/proofs/**', async (route) => {
    if (route.request().method() !== 'PUT' || ++lost > 2) return route.continue()
    await route.fetch()
    await route.abort('internetdisconnected')
  })

  await page.context().setOffline(false)

  await expect(page.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  expect(lost).toBeGreaterThan(2)
  await expect.poll(() => draftOf(product, company, taskId)).toEqual(names(3))
  await expect(waiting(page)).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})

test('at a desk the upload dialog keeps them too, and one that is taken out is not sent', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Taken out')
  const company = await product.aCompany('Taken Out Ltd')
  const page = await opened(browser, product, company, desk)
  await openProof(page, 'Taken out')
  await page.getByRole('button', { name: 'Add photos' }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles(await photos(3))
  await page.context().setOffline(true)
  await start(page, 3)

  await expect(page.getByRole('dialog', { name: 'Add photos' })).toHaveCount(0)
  await expect(waiting(page)).toHaveCount(3)
  await page.getByRole('button', { name: 'Remove run-2.jpg' }).click()
  await expect(waiting(page)).toHaveCount(2)
  await page.context().setOffline(false)

  await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => draftOf(product, company, taskId)).toEqual(['run-1.jpg', 'run-3.jpg'])
  await page.context().close()
})

test('another company on the same device neither sees nor sends them', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Shared tablet')
  const [first, second] = [await product.aCompany('Tablet One Ltd'), await product.aCompany('Tablet Two Ltd')]
  const before = await opened(browser, product, first, phone)
  const context = before.context()
  await chooseOffline(before, 'Shared tablet', 2)
  await before.close()
  await context.setOffline(false)
  await context.clearCookies()
  await logIn(context, second.email)

  const page = await openAgain(context)
  await openProof(page, 'Shared tablet')
  // Its own goes, after everything that could have gone before it.
  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(1, 7))
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('on this device')).toHaveCount(0)
  await expect.poll(() => draftOf(product, second, taskId)).toEqual(names(1, 7))
  expect(await draftOf(product, first, taskId)).toEqual([])

  await page.close()
  await context.clearCookies()
  await logIn(context, first.email)
  await openAgain(context)
  await expect.poll(() => draftOf(product, first, taskId), { timeout: 30_000 }).toEqual(names(2))
  await context.close()
})

test('a task that ended meanwhile is said in a sentence, and nothing is tried again', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const ended = await admin.aTask('Ended meanwhile')
  const company = await product.aCompany('Ended Ltd')
  const before = await opened(browser, product, company, phone)
  await chooseOffline(before, 'Ended meanwhile', 1)
  await before.close()
  await admin.archive(ended)

  const page = await openAgain(before.context())

  const notice = page.getByText('run-1.jpg was not sent.')
  await expect(notice).toContainText('This task does not exist or is no longer offered.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Dismiss run-1.jpg' }).tap()
  await expect(notice).toHaveCount(0)
  await page.reload()
  await expect(task(page, 'Ended meanwhile')).toHaveCount(0)
  await expect(notice).toHaveCount(0)
  await page.context().close()
})

test('where the device keeps nothing it says so, and sends the photo directly', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Full phone')
  const company = await product.aCompany('Full Phone Ltd')
  const page = await opened(browser, product, company, phone)
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
  })
  await page.reload()
  await openProof(page, 'Full phone')
  await page.context().setOffline(true)
  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(1))

  await expect(page.getByText('There is no room left on this device to keep it.').last()).toBeVisible()
  await expect(waiting(page)).toHaveCount(1)
  await page.context().setOffline(false)
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => draftOf(product, company, taskId)).toEqual(names(1))
  await page.context().close()
})

test('a guest’s photos chosen offline arrive once each and in order after the page was closed', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Guest without network')
  const company = await product.aCompany('Guest Offline Ltd')
  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  const link = `/${new URL(((await reply.json()) as { url: string }).url).search}`
  const context = await browser.newContext({ baseURL: product.url, ...phone })
  const first = await context.newPage()
  // On a slow device what was taken out is gone a moment later. A page that is closed meanwhile must not have said that it is gone.
  await first.addInitScript(() => {
    const remove = IDBObjectStore.prototype.delete
    IDBObjectStore.prototype.delete = function (key) {
      const request = remove.call(this, key)
      let left = 3_000
      const busy = () => {
        left -= 1
        if (left > 0) this.count().onsuccess = busy
      }
      busy()
      return request
    }
  })
  await first.goto(link)
  await expect(first.getByLabel('Add photos')).toBeVisible()
  await context.setOffline(true)
  await first.getByLabel('Add photos').setInputFiles(await photos(4))
  await expect(first.getByText('Waiting for the network')).toHaveCount(4)
  await first.getByRole('button', { name: 'Remove run-2.jpg' }).tap()
  await expect(first.getByText('Waiting for the network')).toHaveCount(3)
  await first.close()

  const page = await openAgain(context, link)

  await expect(page.getByText('Thank you! Your team has 3 photos from you.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => draftOf(product, company, taskId)).toEqual(['run-1.jpg', 'run-3.jpg', 'run-4.jpg'])
  await page.reload()
  await expect(page.getByRole('list', { name: 'Your files' }).getByRole('listitem')).toHaveCount(3)
  expect(await draftOf(product, company, taskId)).toEqual(['run-1.jpg', 'run-3.jpg', 'run-4.jpg'])
  await context.close()
})

test('the app can be installed, by a company and from the landing page', async ({ product, browser }) => {
  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  await visitor.goto('/')
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(visitor.locator('link[rel="manifest"]')).toHaveAttribute('href', '/app.webmanifest')
  await visitor.context().close()

  const page = await opened(browser, product, await product.aCompany('Home Screen Ltd'), phone)
  const link = page.locator('link[rel="manifest"]')
  await expect(link).toHaveAttribute('href', '/app.webmanifest')
  const manifest = await (await page.request.get('/app.webmanifest')).json()
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const { width, height } = await sharp(await (await page.request.get(src)).body()).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  await page.context().close()
})
