import { randomBytes } from 'node:crypto'
import { cuttingProxy } from '../support/cutting-proxy.ts'
import { expect, type Product, requireOk, test } from '../support/product.ts'
import { adminOf, choose, desk, opened, openProof, phone, photos, slots, start } from '../support/proof-making.ts'

const cutAfter = 1_500_000

/** As phones take them: a few megabytes. */
async function largePhotos(count: number) {
  const small = await photos(count)
  return small.map((photo) => ({ ...photo, buffer: Buffer.concat([photo.buffer, randomBytes(3_000_000)]) }))
}

const through = (product: Product, url: string): Product => Object.assign(Object.create(product), { url })

/** A browser may repeat the first piece by itself; what arrives in the end is the rest of the file. */
function expectResumed(offsets: number[]) {
  expect(offsets.length).toBeGreaterThan(1)
  expect(offsets[0]).toBe(0)
  expect(offsets.at(-1)).toBeGreaterThan(0)
}

test('an upload that is cut in the middle goes on there, not at its first byte', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Cut in the middle')
  const proxy = await cuttingProxy(product, { cutAfter })
  const company = await product.aCompany('Cut Ltd')
  const page = await opened(browser, through(product, proxy.url), company, desk)
  await openProof(page, 'Cut in the middle')
  await choose(page, await largePhotos(1))
  await start(page, 1)

  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })

  expectResumed(proxy.offsets)
  await page.context().close()
  await proxy.close()
})

test('after a reload in the middle of a file it goes on where it was, by itself', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Reloaded in the middle')
  const proxy = await cuttingProxy(product, { cutAfter })
  proxy.stallInstead()
  const company = await product.aCompany('Reloaded Ltd')
  const page = await opened(browser, through(product, proxy.url), company, desk)
  await openProof(page, 'Reloaded in the middle')
  await choose(page, await largePhotos(1))
  await start(page, 1)
  await expect.poll(() => proxy.offsets.length).toBe(1)
  // What it remembers is written twice a second.
  await page.waitForTimeout(1_500)

  await page.reload()

  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await expect(slots(page).first()).toBeVisible()
  expectResumed(proxy.offsets)
  await page.context().close()
  await proxy.close()
})

test('a guest’s photo goes on where it was cut', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Cut for a guest')
  const company = await product.aCompany('Guests Cut Ltd')
  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  const { search } = new URL(((await reply.json()) as { url: string }).url)
  const proxy = await cuttingProxy(product, { cutAfter })
  const page = await (await browser.newContext({ baseURL: proxy.url, ...phone })).newPage()
  await page.goto(`/${search}`)

  await page.getByLabel('Add photos').setInputFiles(await largePhotos(1))

  await expect(page.getByText('Thank you! Your team has 1 photo from you.')).toBeVisible({ timeout: 30_000 })
  expectResumed(proxy.offsets)
  await page.context().close()
  await proxy.close()
})
