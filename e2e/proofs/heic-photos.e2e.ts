import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { administrator, aProof, aTask, emptyQueue, read, send } from '../support/challenge.ts'
import { withProperty } from '../support/heic-properties.ts'
import { expect, expectAccessible, fetchPatiently, type Product, requireOk, test } from '../support/product.ts'
import { adminOf, choose, desk, opened, openProof, phone, photos, pick, start } from '../support/proof-making.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>

/** Made by `heif-enc` of a JPEG of 160 × 80 pixels, red in its first corner. */
const heic = readFileSync('e2e/proofs/four-colours.heic')
const photo = { name: 'IMG_2.HEIC', mimeType: 'image/heic', buffer: heic }
const broken = { name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic and nothing behind it') }
const sentence = 'On the iPhone choose Settings › Camera › Formats › Most Compatible, or send it as JPEG'

const get = async (product: Product, { cookie }: Company, path: string) =>
  requireOk(fetchPatiently(product.url + path, { headers: { cookie } }))

async function draftOf(product: Product, company: Company, taskId: string) {
  const draft = await (await get(product, company, `/api/tasks/${taskId}/draft`)).json()
  return draft.files as { path: string; fileName: string; state: string }[]
}

/** The decoder does not load before it is released: a photo is being converted for as long as a test needs. */
async function holdDecoder(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.context().route('**/assets/libheif-*.wasm', async (route) => {
    await released
    await route.continue().catch(() => undefined)
  })
  return () => release()
}

test('a HEIC photo arrives as JPEG with its time where the browser itself cannot read it', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('From another phone')
  const company = await product.aCompany('Another Phone Ltd')
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'From another phone')

  const release = await holdDecoder(page)
  await pick(page, page.getByRole('button', { name: 'Add photos' }), [photo])
  await expect(page.getByText('Converting 1 photo…')).toBeInViewport()
  await page.getByRole('button', { name: 'Cancel' }).tap()
  await expect(page.getByText('1 photo still on the way.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep uploading' }).tap()
  release()

  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  const files = await draftOf(product, company, taskId)
  expect(files).toMatchObject([{ fileName: 'IMG_2.jpg' }])
  const bytes = Buffer.from(await (await get(product, company, `/api/files/${files[0]?.path}`)).arrayBuffer())
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

test('HEIC files that are cut off, lie about their size or hold nothing are refused, and the page goes on', {
  tag: '@slow',
}, async ({ product, browser }) => {
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
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'From an iPhone')

  await pick(page, page.getByRole('button', { name: 'Add photos' }), [broken, ...(await photos(1))])

  const refused = page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
  await expect(refused).toHaveCount(1)
  await expect(refused).toContainText('IMG_1.HEIC')
  await expect(refused).toContainText(sentence)
  await expect(page.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible({ timeout: 30_000 })
  await page.context().close()

  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  const guest = await (await browser.newContext({ baseURL: product.url, ...phone })).newPage()
  await guest.goto(`/${new URL(((await reply.json()) as { url: string }).url).search}`)
  await guest.getByLabel('Add photos').setInputFiles([broken, ...(await photos(1, 5))])
  const own = guest.getByRole('list', { name: 'Your files' }).getByRole('listitem')
  await expect(own.filter({ hasText: 'IMG_1.HEIC' })).toContainText(sentence)
  await expect(own.filter({ hasText: 'run-5.jpg' })).toContainText('Added', { timeout: 30_000 })
  await guest.context().close()
})

const [turned, mirrored] = ['irot', 'imir'].map(
  (type) => (value: number) => Buffer.from([0, 0, 0, 9, ...Buffer.from(type), value]),
) as [(value: number) => Buffer, (value: number) => Buffer]

/** In which corner of a photo the red one is. */
async function redCornerOf(bytes: Buffer) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const isRed = (x: number, y: number) => {
    const [red = 0, green = 255, blue = 255] = data.subarray((y * info.width + x) * info.channels)
    return red > 200 && Math.max(green, blue) < 60
  }
  const [right, bottom] = [info.width - 1, info.height - 1]
  const corners = {
    'top left': [0, 0],
    'top right': [right, 0],
    'bottom left': [0, bottom],
    'bottom right': [right, bottom],
  }
  const red = Object.entries(corners).flatMap(([name, [x = 0, y = 0]]) => (isRed(x, y) ? [name] : []))
  return `${info.width} × ${info.height}, ${red.join(', ')}`
}

test('a HEIC photo whose container says how it is turned or mirrored arrives upright', { tag: '@slow' }, async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Held on its side')
  const company = await product.aCompany('Held On Its Side Ltd')
  const page = await opened(browser, product, company, phone)
  await openProof(page, 'Held on its side')
  const expected = {
    'anticlockwise.heic': [[turned(1)], '80 × 160, bottom left'],
    'upside-down.heic': [[turned(2)], '160 × 80, bottom right'],
    'clockwise.heic': [[turned(3)], '80 × 160, top right'],
    'top-to-bottom.heic': [[mirrored(0)], '160 × 80, bottom left'],
    'left-to-right.heic': [[mirrored(1)], '160 × 80, top right'],
    'turned-and-mirrored.heic': [[turned(1), mirrored(0)], '80 × 160, top left'],
  } satisfies Record<string, [Buffer[], string]>

  const chosen = Object.entries(expected).map(([name, [boxes]]) => {
    const buffer = Buffer.from((boxes as Buffer[]).reduce(withProperty, heic))
    return { name, mimeType: 'image/heic', buffer }
  })
  await pick(page, page.getByRole('button', { name: 'Add photos' }), chosen)

  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  const arrived: Record<string, string> = {}
  for (const { path, fileName } of await draftOf(product, company, taskId)) {
    const bytes = Buffer.from(await (await get(product, company, `/api/files/${path}`)).arrayBuffer())
    arrived[fileName.replace('.jpg', '.heic')] = await redCornerOf(bytes)
  }
  expect(arrived).toEqual(Object.fromEntries(Object.entries(expected).map(([name, [, corner]]) => [name, corner])))
  await page.context().close()
})

test('the upload dialog of a desk turns HEIC into JPEG, says so, stops, and sends what was asked for meanwhile', {
  tag: '@slow',
}, async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('From a desk')
  const company = await product.aCompany('Desk HEIC Ltd')
  const page = await opened(browser, product, company, desk)
  await openProof(page, 'From a desk')
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  const status = dialog.getByText('Converting 1 photo…')
  let release = await holdDecoder(page)

  await choose(page, [photo])
  await expect(status).toBeVisible()
  const pickers = dialog.locator('input[type=file]')
  expect(new Set(await pickers.evaluateAll((all) => all.map((one) => one.getAttribute('accept'))))).toEqual(
    new Set(['image/jpeg, image/png']),
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Stop converting' }).click()
  await expect(status).toHaveCount(0)
  release()
  release = await holdDecoder(page)
  await page.keyboard.press('Escape')
  await choose(page, [photo, ...(await photos(1))])
  await expect(status).toBeVisible()
  await start(page, 1)
  await expect.poll(async () => (await draftOf(product, company, taskId)).length).toBe(1)
  await expect(status).toBeVisible()
  release()

  await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await expect(dialog).toHaveCount(0)
  const files = await draftOf(product, company, taskId)
  expect(files.map(({ fileName }) => fileName)).toEqual(['run-1.jpg', 'IMG_2.jpg'])

  await choose(page, [broken])
  await expect(dialog.getByText(sentence).first()).toBeVisible()
  await page.keyboard.press('Escape')
  const refused = page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
  await expect(refused).toContainText('IMG_1.HEIC')
  await expect(refused).toContainText(sentence)
  await page.context().close()
})

test('a file of a fix is replaced by a HEIC photo, which can be stopped and is refused where it cannot be read', {
  tag: '@slow',
}, async ({ product, browser }) => {
  await emptyQueue(product)
  const company = await product.aCompany('HEIC Fix Ltd')
  await aProof(product, company, await aTask(product, 'HEIC fix run'))
  const admin = await administrator(product)
  type Pending = { id: string; companyId: string; files: { path: string }[] }
  const pending = await read<Pending[]>(product, '/api/proofs/pending', admin)
  const proof = pending.find(({ companyId }) => companyId === company.id)
  const files = [{ path: proof?.files[2]?.path, reason: 'Too dark or blurred' }]
  await send(product, 'PATCH', `/api/proofs/${proof?.id}/review`, admin, { status: 'fix', files })
  const page = await opened(browser, product, company, desk)
  const fix = page.getByRole('region', { name: 'Fix HEIC fix run' })
  const status = fix.getByText('Converting 1 photo…')
  const replace = async (name: string, file: typeof photo) => {
    const picker = page.waitForEvent('filechooser')
    await fix.getByRole('button', { name }).click()
    await (await picker).setFiles([file])
  }
  await expect(fix.locator('input[type=file]').first()).toHaveAttribute('accept', 'image/jpeg,image/png')
  const release = await holdDecoder(page)

  await replace('Replace photo 3', photo)
  await expect(status).toBeVisible()
  await expectAccessible(page)
  await fix.getByRole('button', { name: 'Stop converting' }).click()
  await expect(status).toHaveCount(0)
  await expect(fix.getByRole('button', { name: 'Replace photo 3' })).toBeFocused()
  release()
  await replace('Replace photo 3', broken)
  await expect(fix).toContainText(sentence)
  await replace('Change photo 3', photo)
  await fix.getByRole('button', { name: 'Send fix' }).click({ timeout: 60_000 })

  await expect(page.getByText('HEIC fix run is back in the queue.')).toBeVisible({ timeout: 30_000 })
  const [fixed] = await (await get(product, company, `/api/companies/${company.id}/proofs`)).json()
  const bytes = Buffer.from(await (await get(product, company, `/api/files/${fixed.files[2].path}`)).arrayBuffer())
  expect(await redCornerOf(bytes)).toBe('160 × 80, top left')
  await page.context().close()
})
