import { aProof } from '../support/challenge.ts'
import { expect, expectAccessible, test } from '../support/product.ts'
import { adminOf, opened, phone } from '../support/proof-making.ts'

test('a company opens what it handed in, with every file, the note and the history', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const swim = await admin.aTask('Sea swim')
  const company = await product.aCompany('Own Submission Ltd')
  await aProof(product, company, swim)
  await admin.decide(company, 'rejected', 'Nobody is in the water')
  const page = await opened(browser, product, company, phone)

  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Try again')
  await page.getByLabel('Recent Submissions').getByRole('button', { name: 'Sea swim' }).tap()

  const dialog = page.getByRole('dialog', { name: 'Sea swim' })
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('button')).toHaveCount(6)
  await dialog.getByRole('button', { name: 'Photo 4 of 6' }).tap()
  await expect(dialog.getByRole('status')).toHaveText('Photo 4 of 6')
  await expect(dialog.getByText('Submitted', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Nobody is in the water')).toBeVisible()
  await expectAccessible(page)
  await page.context().close()
})
