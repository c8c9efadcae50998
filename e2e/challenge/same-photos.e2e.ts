import { aProof, aTask, emptyQueue, proofsOf, sixDrawings } from '../support/challenge.ts'
import { emptyPage, expect, expectGoodEverywhere, test } from '../support/product.ts'
import { companyOnDesk, desk, inReview, untilShown } from '../support/reviewing.ts'

test('a reviewer compares a photo with that of another company by keyboard, and decides then', async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const [first, second] = [await product.aCompany('Original Ltd'), await product.aCompany('Copied Ltd')]
  const [photo, ...others] = await sixDrawings()
  if (!photo) throw new Error('no photo was drawn')
  await aProof(product, first, await aTask(product, 'Original walk'), [photo, ...others])
  await aProof(product, second, await aTask(product, 'Copied walk'), [photo, ...(await sixDrawings()).slice(1)])
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)
  await expect(companyOnDesk(page)).toHaveText('Original Ltd')
  await expect(desk(page).getByText('Same photo as Copied Ltd')).toBeVisible()
  await page.keyboard.press('a')
  await expect(companyOnDesk(page)).toHaveText('Copied Ltd')
  await untilShown(page)
  const same = desk(page).getByRole('region', { name: 'Same photo in another proof' })
  await expect(same).toContainText('The same photo is in the proof of Original Ltd for Original walk')
  await expect(same).toContainText('Approved')

  await page.keyboard.press('c')
  const comparison = page.getByRole('dialog', { name: 'Same photo' })
  await expect(comparison.getByRole('img', { name: 'Photo 1 of 6, Copied Ltd' })).toBeVisible()
  await expect(comparison.getByRole('img', { name: 'Same photo, Original Ltd' })).toBeVisible()
  await expectGoodEverywhere(page, comparison)
  await page.keyboard.press('r')
  await page.keyboard.press('Escape')
  await expect(comparison).toBeHidden()
  await expect(desk(page)).toBeVisible()
  expect(await proofsOf(product, second)).toMatchObject([{ status: 'pending' }])
})

test('the list and the dialog of a proof name the company that has the same photo', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const [first, second] = [await product.aCompany('Lender Ltd'), await product.aCompany('Borrower Ltd')]
  const files = await sixDrawings()
  await aProof(product, first, await aTask(product, 'Lender walk'), files)
  await aProof(product, second, await aTask(product, 'Borrower walk'), files)
  const page = await signedIn(product.admin)
  const line = page
    .getByRole('region', { name: 'Pending Proof Reviews' })
    .getByRole('listitem')
    .filter({ hasText: 'Borrower walk' })
  await expect(line).toContainText('Same photo as Lender Ltd')

  await line.getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review Proof' })
  await expect(dialog).toContainText('The same 6 photos are in the proof of Lender Ltd for Lender walk')
  await dialog.getByRole('button', { name: 'Compare with Lender Ltd' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Same photo' }).getByRole('img')).toHaveCount(12)
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Compare with Lender Ltd' })).toBeFocused()
})
