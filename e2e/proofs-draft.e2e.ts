import { truncateSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './product.ts'
import { adminOf, choose, hold, opened, openProof, phone, photos, pick, slots, start } from './proof-making.ts'

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

test('what is left over from another task is shown in full, to choose from', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const other = await admin.aTask('Begun and left')
  await admin.aTask('Begun again')
  const company = await product.aCompany('Leftover Ltd')
  for (const { name, mimeType, buffer } of await photos(12)) {
    const wish = { fileName: name, size: buffer.length, contentType: mimeType, taskId: other.id }
    const grant = await (await product.post('/api/uploads', wish, company.cookie)).json()
    await fetch(grant.url, { method: 'PUT', body: new Uint8Array(buffer), headers: grant.headers })
  }
  const page = await opened(browser, product, company)
  await openProof(page, 'Begun again')

  const saved = page.getByRole('region', { name: 'Saved files' })
  await expect(saved).toContainText('12 photos from your last attempt are still saved. Choose up to 10.')
  await expect(saved.getByRole('listitem')).toHaveCount(12)
  await expect(saved.getByRole('button', { name: /run-3\.jpg.*for Begun and left/ })).toBeVisible()
  await expectAccessible(page)
  for (const number of [2, 3]) await saved.getByRole('button', { name: new RegExp(`run-${number}\\.jpg`) }).click()
  await saved.getByRole('button', { name: 'Use 2 photos' }).click()

  await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible()
  await expect(saved).toContainText('10 photos from your last attempt are still saved.')
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

  await expect(one.getByText(/This proof was handed in at .* from another device or tab/)).toBeVisible()
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
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
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
