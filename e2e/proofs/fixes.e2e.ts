import type { Page } from '@playwright/test'
import {
  administrator,
  aProof,
  aTask,
  emptyQueue,
  pointsOf,
  proofsOf,
  read,
  send,
  sixDrawings,
} from '../support/challenge.ts'
import { emptyPage, expect, expectAccessible, expectNothingCut, type Product, test } from '../support/product.ts'
import { countTaps, opened, phone, photos, pick, taps, task } from '../support/proof-making.ts'
import { companyOnDesk, desk, inReview, untilShown } from '../support/reviewing.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>
type Pending = { id: string; companyId: string; files: { path: string }[] }

/** Sent back by a reviewer, without the screen for it: the third photo is too dark. */
async function sendBack(product: Product, company: Company) {
  const cookie = await administrator(product)
  const pending = await read<Pending[]>(product, '/api/proofs/pending', cookie)
  const proof = pending.find(({ companyId }) => companyId === company.id)
  const files = [{ path: proof?.files[2]?.path, reason: 'Too dark or blurred' }]
  const reply = await send(product, 'PATCH', `/api/proofs/${proof?.id}/review`, cookie, { status: 'fix', files })
  expect(reply.status).toBe(200)
}

const fixOf = (page: Page, title: string) => page.getByRole('region', { name: `Fix ${title}` })

test('a reviewer asks for one fix, a phone makes it with two taps and the picker, and it is approved', async ({
  product,
  browser,
  signedIn,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('One Fix Ltd')
  await aProof(product, company, await aTask(product, 'One fix run'))
  const page = await opened(browser, product, company, phone)
  await expect(page.getByRole('button', { name: /^\d+ done/ })).toBeVisible()
  await expect(task(page, 'One fix run')).toHaveCount(0)
  const review = await signedIn(product.admin, emptyPage)
  await inReview(review)

  await review.keyboard.press('ArrowRight')
  await review.keyboard.press('f')
  await expect(desk(review).getByRole('button', { name: /^Photo 2 of 6, needs a fix/ })).toBeFocused()
  await review.keyboard.press('s')
  await expect(desk(review)).toContainText('the company has to know what to change')
  await review.keyboard.press('3')
  await review.keyboard.press('s')

  await expect(desk(review)).toContainText('All proofs reviewed!')
  const fix = fixOf(page, 'One fix run')
  await expect(fix).toContainText('One photo needs a fix.')
  await expect(fix).toContainText('Too dark or blurred')
  await countTaps(page)
  await pick(page, fix.getByRole('button', { name: 'Replace photo 2' }), await photos(1))
  await fix.getByRole('button', { name: 'Send fix' }).tap({ timeout: 30_000 })
  await expect(page.getByText('One fix run is back in the queue.')).toBeVisible()
  expect(await taps(page)).toBe(2)
  await expect(fix).toHaveCount(0)

  await expect(companyOnDesk(review)).toHaveText('One Fix Ltd')
  await untilShown(review)
  await expect(desk(review).getByRole('button', { name: /^Photo 1 of 6, new/ })).toBeFocused()
  await expect(desk(review)).toContainText('1 replaced file. Before: Too dark or blurred')
  await review.keyboard.press('a')
  await expect.poll(() => pointsOf(product, company)).toBe(25)
  await expect(page.getByLabel('Recent Submissions')).toContainText('Approved')
  await page.context().close()
})

test('a request for a fix is undone with one key, and what was said of a file goes with a rejection', async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('Undone Fix Ltd')
  await aProof(product, company, await aTask(product, 'Undone fix run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)

  for (const key of ['f', '1', 's']) await page.keyboard.press(key)
  await expect.poll(() => proofsOf(product, company)).toMatchObject([{ status: 'fix' }])
  await page.keyboard.press('u')

  await expect.poll(() => proofsOf(product, company)).toMatchObject([{ status: 'pending' }])
  await expect(companyOnDesk(page)).toHaveText('Undone Fix Ltd')
  await untilShown(page)
  for (const key of ['f', '3', 'r']) await page.keyboard.press(key)
  await expect
    .poll(() => proofsOf(product, company))
    .toMatchObject([{ status: 'rejected', adminNotes: 'Too dark or blurred', fix: null }])
})

test('with a mouse: a file is marked while it is large, with own words, and unmarked again', async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('Large Fix Ltd')
  await aProof(product, company, await aTask(product, 'Large fix run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)
  const sending = desk(page).getByRole('button', { name: 'Send back to fix 1 file' })

  await desk(page)
    .getByRole('button', { name: /^Photo 3 of 6/ })
    .click()
  await desk(page).getByRole('button', { name: 'Needs a fix: Photo 3 of 6' }).click()
  await expect(sending).toBeVisible()
  await desk(page).getByRole('button', { name: 'Needs a fix: Photo 3 of 6' }).click()
  await expect(sending).toHaveCount(0)
  await desk(page).getByRole('button', { name: 'Needs a fix: Photo 3 of 6' }).click()
  await desk(page).getByRole('group', { name: 'What is wrong with Photo 3 of 6' }).waitFor()
  await desk(page).getByLabel('In your own words').fill('Nobody is on it')
  await sending.click()

  await expect
    .poll(() => proofsOf(product, company))
    .toMatchObject([{ status: 'fix', fix: { files: [{ reason: 'Nobody is on it' }] } }])
})

test('a new file that is chosen without a network stays on the screen, says so, and is uploaded by itself', {
  tag: '@slow',
}, async ({ product, browser }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Offline Fix Ltd')
  await aProof(product, company, await aTask(product, 'Offline fix run'))
  await sendBack(product, company)
  const page = await opened(browser, product, company)
  const fix = fixOf(page, 'Offline fix run')
  const waits = fix.getByText('No network. The new file is kept on this device')
  await expect(fix).toContainText('One photo needs a fix.')
  await page.waitForLoadState('networkidle')

  await page.context().setOffline(true)
  const picker = page.waitForEvent('filechooser')
  await fix.getByRole('button', { name: 'Replace photo 3' }).click()
  await (await picker).setFiles(await photos(1))
  await expect(waits).toBeVisible()
  await expect(fix.locator('img[src^="blob:"]')).toBeVisible()
  await expect(fix.getByRole('button', { name: 'Send fix (0/1)' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Leaderboard' }).first().click()
  await expect(page).toHaveURL(/leaderboard/)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(waits).toBeVisible()
  // The device has a network again, the server cannot be reached yet.
  await page.route('**/api/uploads**', (route) => route.abort('connectionrefused'))
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/uploads'))
  await page.context().setOffline(false)
  await tried
  await expect(waits).toBeVisible({ timeout: 30_000 })
  await page.unroute('**/api/uploads**')

  await fix.getByRole('button', { name: 'Send fix', exact: true }).click({ timeout: 60_000 })
  await expect(page.getByText('Offline fix run is back in the queue.')).toBeVisible({ timeout: 30_000 })
  await expect.poll(() => proofsOf(product, company)).toMatchObject([{ status: 'pending' }])
  await page.context().close()
})

test('a replacement that was chosen and not sent survives a reload, and a photo of the proof is refused at once', async ({
  product,
  browser,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('Reloaded Fix Ltd')
  const drawings = await sixDrawings()
  await aProof(product, company, await aTask(product, 'Reloaded fix run'), drawings)
  await sendBack(product, company)
  const page = await opened(browser, product, company, phone)
  const fix = fixOf(page, 'Reloaded fix run')

  await pick(page, fix.getByRole('button', { name: 'Replace photo 3' }), drawings.slice(1, 2))
  await expect(fix).toContainText('This is photo 2 of this proof already. Please choose another one.')
  await pick(page, fix.getByRole('button', { name: 'Change photo 3' }), await photos(1))
  await expect(fix).toContainText('New file ready to send')
  await page.reload()

  await expect(fix).toContainText('New file ready to send')
  await expect(fix.locator('img[src^="blob:"]')).toBeVisible()
  await fix.getByRole('button', { name: 'Send fix', exact: true }).tap()
  await expect(page.getByText('Reloaded fix run is back in the queue.')).toBeVisible()
  await expect.poll(() => proofsOf(product, company)).toMatchObject([{ status: 'pending' }])
  await page.context().close()
})

test('the request and its marks are accessible and fit, from 320 to 1440 pixels in both themes', {
  tag: '@slow',
}, async ({ product, browser, signedIn }) => {
  await emptyQueue(product)
  const [asked, waiting] = [await product.aCompany('Wide Fix Ltd'), await product.aCompany('Narrow Fix Ltd')]
  const run = await aTask(product, 'Fitting fix run')
  await aProof(product, asked, run)
  await sendBack(product, asked)
  await aProof(product, waiting, run)
  const page = await opened(browser, product, asked)
  const review = await signedIn(product.admin, emptyPage)
  await inReview(review)
  await review.keyboard.press('f')

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 768, 1440]) {
      for (const screen of [page, review]) {
        await screen.emulateMedia({ colorScheme })
        await screen.setViewportSize({ width, height: 800 })
        await expectNothingCut(screen)
      }
      await expect(fixOf(page, run.title).getByRole('button', { name: 'Replace photo 3' })).toBeVisible()
      await expect(desk(review).getByRole('button', { name: 'Send back to fix 1 file' })).toBeVisible()
      if (width === 768) continue
      await expectAccessible(page)
      await expectAccessible(review)
    }
  }
  await page.context().close()
})
