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
