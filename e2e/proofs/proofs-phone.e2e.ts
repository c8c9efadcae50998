import { archiveTasks } from '../support/challenge.ts'
import { expect, expectAccessible, test } from '../support/product.ts'
import {
  adminOf,
  countTaps,
  desk,
  opened,
  openProof,
  phone,
  photos,
  pick,
  taps,
  task,
} from '../support/proof-making.ts'

test('from the dashboard to a submitted proof a phone takes three taps and the picker', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('Three taps')
  const page = await opened(browser, product, await product.aCompany('Three Taps Ltd'), phone)
  await countTaps(page)

  await task(page, 'Three taps').getByRole('button', { name: 'Submit Proof' }).tap()
  await pick(page, page.getByRole('button', { name: 'Add photo 1' }), await photos(6))
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).tap({ timeout: 30_000 })

  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  expect(await taps(page)).toBe(3)
  await page.context().close()
})

test('Add photos opens the picker too, once more for what is missing', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('In two goes')
  const page = await opened(browser, product, await product.aCompany('Two Goes Ltd'), phone)
  await openProof(page, 'In two goes')

  await pick(page, page.getByRole('button', { name: 'Add photos' }), await photos(2))
  await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible()
  await pick(page, page.getByRole('button', { name: 'Add photo 3' }), await photos(4, 3))

  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await expectAccessible(page)
  await page.context().close()
})

test('at a desk an empty place opens the upload dialog, where nothing starts by itself', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('At a desk')
  const page = await opened(browser, product, await product.aCompany('Desk Ltd'), desk)
  await openProof(page, 'At a desk')

  await page.getByRole('button', { name: 'Add photo 1' }).click()

  await expect(page.getByRole('dialog', { name: 'Add photos' })).toBeVisible()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles(await photos(1))
  await expect(page.getByRole('button', { name: 'Upload 1 file' })).toBeVisible()
  await page.context().close()
})

const title = 'Walk to work together on Wednesday'
const description = 'Leave the car at home and walk the last two kilometres together. '.repeat(5)

test('the next task can be handed in without scrolling', async ({ product, browser }) => {
  await archiveTasks(product)
  const admin = await adminOf(product)
  await admin.aTask(title, { description, youtubeUrl: 'https://www.youtube.com/watch?v=abc' })
  const company = await product.aCompany('A Company With A Rather Long Name Ltd')

  const page = await opened(browser, product, company, phone)

  const next = page.getByRole('button', { name: 'Submit Proof' }).first()
  await expect(next).toBeEnabled()
  await expect(next).toBeInViewport({ ratio: 1 })
  await expect(next).toHaveAccessibleDescription(title)
  await page.context().close()
})
