import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, expectAccessible, fetchPatiently, type Product, requireOk, test } from '../support/product.ts'
import { adminOf, opened, openProof, phone, photos, pick } from '../support/proof-making.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>

/** As a phone writes it: on its side, with the time it was taken. */
async function aLargePhoto(name: string) {
  const picture = sharp({ create: { width: 6_000, height: 3_000, channels: 3, background: { r: 90, g: 140, b: 60 } } })
  const buffer = await picture
    .withExif({ IFD2: { DateTimeOriginal: '2026:05:03 10:11:12', OffsetTimeOriginal: '-04:00' } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD2: { DateTimeOriginal: '2026:05:03 10:11:12', OffsetTimeOriginal: '-04:00' } })
    .jpeg({ quality: 100 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

const get = async (product: Product, { cookie }: Company, path: string) =>
  requireOk(fetchPatiently(product.url + path, { headers: { cookie } }))

test('large photos go smaller where the sender wants it, upright and with their time; otherwise whole', {
  tag: '@slow',
}, async ({ product, browser }) => {
  test.slow()
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Large photos')
  const company = await product.aCompany('Large Photos Ltd')
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'Large photos')
  const wanted = page.getByRole('switch', { name: 'Smaller upload' })
  await expect(wanted).not.toBeChecked()
  const add = page.getByRole('button', { name: 'Add photos' })

  const original = await aLargePhoto('whole.jpg')
  await pick(page, add, [original])
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await wanted.check()
  await expectAccessible(page)
  await page.reload()
  await openProof(page, 'Large photos')
  await expect(wanted).toBeChecked()
  await pick(page, add, [await aLargePhoto('smaller.jpg'), ...(await photos(4))])
  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible({ timeout: 60_000 })

  const draft = await (await get(product, company, `/api/tasks/${taskId}/draft`)).json()
  const files = draft.files as { path: string; fileName: string; size: number }[]
  const sizeOf = async (name: string) => {
    const path = files.find(({ fileName }) => fileName === name)?.path
    const bytes = await (await get(product, company, `/api/files/${path}`)).arrayBuffer()
    const { width, height } = await sharp(Buffer.from(bytes)).metadata()
    return { width, height }
  }
  expect(await sizeOf('whole.jpg')).toEqual({ width: 3_000, height: 6_000 })
  expect(await sizeOf('smaller.jpg')).toEqual({ width: 2_048, height: 4_096 })
  expect(await sizeOf('run-1.jpg')).toEqual({ width: 800, height: 600 })
  const sent = (name: string) => files.find(({ fileName }) => fileName === name)?.size ?? 0
  expect(sent('whole.jpg')).toBe(original.buffer.length)
  expect(sent('smaller.jpg')).toBeLessThan(original.buffer.length)

  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).tap()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  const proofs = await (await get(product, company, `/api/companies/${company.id}/proofs`)).json()
  const taken = (proofs[0].files as { capturedAt: string | null }[]).map(({ capturedAt }) => capturedAt)
  expect(taken.slice(0, 2)).toEqual(['2026-05-03T10:11:12-04:00', '2026-05-03T10:11:12-04:00'])
  await page.context().close()
})

test('a photo that the browser cannot draw is sent as it is', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Not drawn')
  const company = await product.aCompany('Not Drawn Ltd')
  const page = await opened(browser, product, company, phone)
  await page.addInitScript(() => {
    localStorage.setItem('smaller-upload', 'yes')
    window.createImageBitmap = () => Promise.reject(new Error('no memory'))
  })
  await page.reload()
  await openProof(page, 'Not drawn')
  const original = await aLargePhoto('whole.jpg')

  await pick(page, page.getByRole('button', { name: 'Add photos' }), [original])

  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  const draft = await (await get(product, company, `/api/tasks/${taskId}/draft`)).json()
  expect(draft.files).toMatchObject([{ fileName: 'whole.jpg', size: original.buffer.length }])
  await page.context().close()
})

/** Made by `heif-enc` of a JPEG of 160 × 80 pixels, red in its first corner. */
const heic = readFileSync('e2e/proofs/four-colours.heic')

test('a HEIC photo arrives as JPEG with its time where the browser itself cannot read it', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('From another phone')
  const company = await product.aCompany('Another Phone Ltd')
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'From another phone')

  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.context().route('**/assets/libheif-*.wasm', async (route) => {
    await gone
    await route.continue()
  })
  const photo = { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: heic }
  await pick(page, page.getByRole('button', { name: 'Add photos' }), [photo])
  await expect(page.getByText('Turning 1 HEIC photo into JPEG…')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(page.getByText('1 photo still on the way.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep uploading' }).tap()
  letGo()

  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  const draft = await (await get(product, company, `/api/tasks/${taskId}/draft`)).json()
  expect(draft.files).toMatchObject([{ fileName: 'IMG_2.jpg' }])
  const bytes = Buffer.from(await (await get(product, company, `/api/files/${draft.files[0].path}`)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 80 })
  const [red = 0, green = 255, blue = 255] = await sharp(bytes).raw().toBuffer()
  expect(red).toBeGreaterThan(200)
  expect(Math.max(green, blue)).toBeLessThan(60)

  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(5))
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).tap()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  const proofs = await (await get(product, company, `/api/companies/${company.id}/proofs`)).json()
  expect(proofs[0].files[0]).toMatchObject({ capturedAt: '2026-05-03T10:11:12-04:00' })
  await page.context().close()
})

test('HEIC files that are cut off, lie about their size or hold nothing are refused, and the page goes on', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('Hostile HEIC')
  const company = await product.aCompany('Hostile HEIC Ltd')
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'Hostile HEIC')
  const changed = (change: (bytes: Buffer) => void) => {
    const bytes = Buffer.from(heic)
    change(bytes)
    return bytes
  }
  const sizeAt = heic.indexOf('ispe') + 8
  const hostile = {
    'cut.heic': heic.subarray(0, heic.length - 200),
    'enormous.heic': changed((bytes) => bytes.fill(0x7f, sizeAt, sizeAt + 8)),
    'empty.heic': changed((bytes) => bytes.fill(0, heic.indexOf('mdat') + 4)),
    'large.heic': changed((bytes) => bytes.fill(0x23, sizeAt + 2, sizeAt + 4)),
    'noise.heic': changed((bytes) => bytes.fill(0xff, heic.indexOf('hvcC') + 4, heic.indexOf('hvcC') + 60)),
  }

  const chosen = Object.entries(hostile).map(([name, buffer]) => ({ name, mimeType: 'image/heic', buffer }))
  await pick(page, page.getByRole('button', { name: 'Add photos' }), [...chosen, ...(await photos(1))])

  const refused = page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
  await expect(refused).toHaveCount(5, { timeout: 120_000 })
  for (const name of Object.keys(hostile)) await expect(refused.filter({ hasText: name })).toContainText('HEIC format')
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await page.context().close()
})

test('a HEIC photo that the browser cannot read says what to do, on its own', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('From an iPhone')
  const company = await product.aCompany('iPhone Ltd')
  const iphone = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic and nothing behind it') }
  const sentence = 'On the iPhone choose Settings › Camera › Formats › Most Compatible, or send it as JPEG'
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'From an iPhone')

  await pick(page, page.getByRole('button', { name: 'Add photos' }), [iphone, ...(await photos(1))])

  const refused = page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
  await expect(refused).toHaveCount(1)
  await expect(refused).toContainText('IMG_1.HEIC')
  await expect(refused).toContainText(sentence)
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await page.context().close()

  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  const guest = await (await browser.newContext({ baseURL: product.url, ...phone })).newPage()
  await guest.goto(`/${new URL(((await reply.json()) as { url: string }).url).search}`)
  await guest.getByLabel('Add photos').setInputFiles([iphone, ...(await photos(1, 5))])
  const own = guest.getByRole('list', { name: 'Your files' }).getByRole('listitem')
  await expect(own.filter({ hasText: 'IMG_1.HEIC' })).toContainText(sentence)
  await expect(own.filter({ hasText: 'run-5.jpg' })).toContainText('Added', { timeout: 30_000 })
  await guest.context().close()
})
