import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from '../support/product.ts'
import {
  adminOf,
  choose,
  collect,
  hold,
  opened,
  openProof,
  phone,
  photos,
  pick,
  slots,
  start,
  task,
} from '../support/proof-making.ts'

const attention = (page: Page) =>
  page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
test('eight mixed files give eight clear results before anything is handed in', async ({ product, browser }, info) => {
  const admin = await adminOf(product)
  await admin.aTask('Mixed bag')
  const page = await opened(browser, product, await product.aCompany('Mixed Bag Ltd'), phone)
  await openProof(page, 'Mixed bag')
  const [first, second, third] = await photos(3)
  const file = (name: string, bytes: Buffer | string) => {
    const path = info.outputPath(name)
    writeFileSync(path, bytes)
    return path
  }
  const large = file('large.jpg', 'x')
  truncateSync(large, 30_485_761)

  await pick(page, page.getByRole('button', { name: 'Add photos' }), [
    file('good-1.jpg', first?.buffer ?? ''),
    file('good-2.jpg', second?.buffer ?? ''),
    file('good-3.jpg', third?.buffer ?? ''),
    file('twice.jpg', first?.buffer ?? ''),
    file('empty.jpg', ''),
    file('note.jpg', 'no photo at all'),
    file('cut.jpg', (first?.buffer ?? Buffer.alloc(0)).subarray(0, 300)),
    large,
  ])

  await expect(page.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible()
  await expect(attention(page)).toHaveCount(5)
  await expect(attention(page).last()).toBeInViewport()
  await expect(attention(page).filter({ hasText: 'twice.jpg is the same file as number 1 (good-1.jpg)' })).toBeVisible()
  await expect(attention(page).filter({ hasText: 'empty.jpg' })).toContainText('This file is empty.')
  await expect(attention(page).filter({ hasText: 'note.jpg' })).toContainText(/Only JPG, PNG, MP4 and MOV files/)
  await expect(attention(page).filter({ hasText: 'cut.jpg' })).toBeVisible()
  await expect(attention(page).filter({ hasText: 'large.jpg exceeds maximum allowed size of 30MB' })).toBeVisible()
  await expect(slots(page).filter({ hasText: 'Uploaded' })).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete cut.jpg' }).tap()
  await expect(attention(page)).toHaveCount(4)
  await page.context().close()
})

test('files keep the order in which they were chosen, whichever arrives first, also after a reload', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('In order')
  const page = await opened(browser, product, await product.aCompany('In Order Ltd'))
  await openProof(page, 'In order')
  // The first one to be sent is let through last.
  let letFirstGo = () => {}
  const firstMayGo = new Promise<void>((resolve) => {
    letFirstGo = resolve
  })
  let seen = 0
  await page.route('**/api/uploads/proofs/**', async (route) => {
    if (route.request().method() === 'PUT' && ++seen === 1) await firstMayGo
    await route.continue().catch(() => undefined)
  })
  await choose(page, await photos(4))
  await start(page, 4)
  await expect(page.getByText(/3 of 4 files uploaded/).first()).toBeVisible()
  letFirstGo()
  await expect(page.getByText('Uploaded Files: 4 / 6 minimum')).toBeVisible()

  const names = ['run-1.jpg', 'run-2.jpg', 'run-3.jpg', 'run-4.jpg']
  for (const [index, name] of names.entries()) await expect(slots(page).nth(index)).toContainText(name)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await openProof(page, 'In order')
  for (const [index, name] of names.entries()) await expect(slots(page).nth(index)).toContainText(name)
  await page.context().close()
})

test('each task has a draft of its own: nothing of another is offered', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const other = await admin.aTask('Begun and left')
  await admin.aTask('Begun again')
  const company = await product.aCompany('Two Tasks Ltd')
  await collect(product, company, other.id, 3)
  const page = await opened(browser, product, company)

  await openProof(page, 'Begun again')
  await expect(page.getByText('Uploaded Files: 0 / 6 minimum')).toBeVisible()
  await expect(page.getByText('run-1.jpg')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await openProof(page, 'Begun and left')

  await expect(page.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible()
  await page.context().close()
})

test('more than ten are collected on two devices; which ten are handed in, and in what order, both see at once', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Twelve photos')
  const company = await product.aCompany('Twelve Photos Ltd')
  const [desktop, mobile] = [await opened(browser, product, company), await opened(browser, product, company, phone)]
  await openProof(desktop, 'Twelve photos')
  await openProof(mobile, 'Twelve photos')
  await collect(product, company, taskId, 12)

  for (const page of [desktop, mobile]) await expect(page.getByText('Uploaded Files: 10 / 6 minimum')).toBeVisible()
  const leftOut = (page: Page) => page.getByRole('region', { name: 'Not in this proof' })
  await expect(leftOut(desktop)).toContainText('2 photos not in this proof')
  await expect(desktop.getByRole('button', { name: 'Use run-12.jpg' })).toBeDisabled()
  await expectAccessible(desktop)

  await mobile.getByRole('button', { name: 'Options for run-2.jpg' }).tap()
  await mobile.getByRole('menuitem', { name: 'Leave out of this proof' }).tap()
  await desktop.getByRole('button', { name: 'Use run-12.jpg' }).click()
  await expect(leftOut(mobile).getByRole('button', { name: 'Use run-2.jpg' })).toBeVisible()
  await expect(leftOut(mobile).getByRole('button', { name: 'Use run-12.jpg' })).toHaveCount(0)
  await desktop.getByRole('button', { name: 'Options for run-1.jpg' }).click()
  await desktop.getByRole('menuitem', { name: 'Move later' }).click()

  await expect(slots(mobile).first()).toContainText('run-3.jpg')
  await expect(slots(mobile).nth(1)).toContainText('run-1.jpg')
  await desktop.getByRole('button', { name: 'Submit Proof (10/6)' }).click()
  await expect(mobile.getByText(/This proof was submitted at .* from another device or tab/)).toBeVisible()
  for (const page of [desktop, mobile]) await page.context().close()
})

test('before a draft ends, its task and its form say so, and it is kept by one press', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Nearly over')
  const company = await product.aCompany('Nearly Over Ltd')
  await collect(product, company, taskId, 2)
  const page = await opened(browser, product, company)
  const card = task(page, 'Nearly over')
  await expect(card).toContainText('2 files collected.')
  await expect(card).not.toContainText('Deleted at')

  await page.clock.setFixedTime(Date.now() + 22 * 3_600_000)
  await page.reload()
  await expect(card).toContainText(/2 files collected\. Deleted at \d\d:\d\d unless your team continues/)
  await openProof(page, 'Nearly over')
  await expect(page.getByText(/These files are deleted at \d\d:\d\d/)).toBeVisible()
  const kept = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Keep them for another day' }).click()

  expect((await kept).status()).toBe(200)
  await page.context().close()
})

test('an open dialog notices that the proof was handed in elsewhere', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Two devices')
  const company = await product.aCompany('Two Drafts Ltd')
  const [one, two] = [await opened(browser, product, company), await opened(browser, product, company, phone)]
  await openProof(one, 'Two devices')
  await openProof(two, 'Two devices')
  await pick(two, two.getByRole('button', { name: 'Add photos' }), await photos(6))
  // The draft belongs to both.
  await expect(one.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()

  await two.getByRole('button', { name: 'Submit Proof (6/6)' }).tap()

  await expect(one.getByText(/This proof was submitted at .* from another device or tab/)).toBeVisible()
  await expect(one.getByRole('button', { name: /^Submit Proof \(/ })).toHaveCount(0)
  await one.context().close()
  await two.context().close()
})

test('after choosing, the focus is on the next step inside the upload dialog, and failures are said once', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('Focused')
  const page = await opened(browser, product, await product.aCompany('Focus Ltd'))
  await openProof(page, 'Focused')

  await choose(page, await photos(2))
  await expect(page.getByRole('button', { name: 'Upload 2 files' })).toBeFocused()
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  }
  await page.route('**/api/uploads/proofs/**', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 415, json: { message: 'Not today.', code: 'file-type', requestId: '1' } })
      : route.continue(),
  )
  await start(page, 2)
  await expect(page.getByText('Not today.').first()).toBeVisible()
  const said = await page.evaluate(() =>
    [...document.querySelectorAll('[role="alert"], [aria-live="assertive"]')]
      .filter((region) => !region.parentElement?.closest('[aria-hidden="true"]') && region.textContent)
      .map((region) => region.textContent),
  )
  expect(said.filter((text) => /Upload failed|Failed to upload|Not today/.test(text ?? ''))).toHaveLength(1)
  await page.context().close()
})

test('time left is not shown before it means something', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('No guesses')
  const page = await opened(browser, product, await product.aCompany('No Guesses Ltd'))
  await openProof(page, 'No guesses')
  await choose(page, await photos(2))
  await hold(page, 1)
  await start(page, 2)

  await expect(page.getByText(/1 of 2 files uploaded/).first()).toBeVisible()
  await expect(page.locator('.uppy-StatusBar-additionalInfo')).toBeHidden()
  await page.context().close()
})
