import { organiser } from '../support/points.ts'
import { expect, expectGoodEverywhere, type Product, test } from '../support/product.ts'

/** A company with points, so that its changes of team size wait for an organiser. */
async function aCompanyWithPoints(product: Product, name: string) {
  const [company, give] = [await product.aCompany(name), await organiser(product)]
  await give(company, 30)
  return company
}

test('a large change of team size waits for an organiser, who approves it on the dashboard', async ({
  product,
  signedIn,
}) => {
  const company = await aCompanyWithPoints(product, 'Shrinking Ltd')
  const theirs = await signedIn(company, '/settings')
  await theirs.getByRole('button', { name: 'Edit Profile' }).click()
  await theirs.getByLabel('Team Size').fill('5')
  await theirs.getByRole('button', { name: 'Save Changes' }).click()
  const notice = theirs.getByText('An organiser decides about 5 people. Until then 12 count.')
  await expect(notice).toBeVisible()
  await expectGoodEverywhere(theirs, notice)
  const page = await signedIn(product.admin)
  const list = page.getByRole('region', { name: 'Team sizes that wait for an organiser' })
  await expect(list.getByRole('listitem').filter({ hasText: 'Shrinking Ltd' })).toContainText('From 12 to 5 people')
  const approve = list.getByRole('button', { name: 'Approve the team size of Shrinking Ltd' })
  await expectGoodEverywhere(page, approve)

  await approve.click()

  await expect(page.getByText('Team size approved')).toBeVisible()
  await expect(approve).toHaveCount(0)
  await expect(theirs.getByText(/^5 people count from .* on\. Until then 12 count\.$/)).toBeVisible()
})

test('an organiser rejects a change of team size beside the companies', async ({ product, signedIn }) => {
  const company = await aCompanyWithPoints(product, 'Overgrown Ltd')
  const theirs = await signedIn(company, '/settings')
  const asked = await theirs.request.patch(`/api/companies/${company.id}`, { data: { teamSize: 400 } })
  expect(asked.ok()).toBe(true)
  await expect(theirs.getByText('An organiser decides about 400 people.')).toBeVisible()
  const page = await signedIn(product.admin, '/companies?q=Overgrown')

  await page.getByRole('button', { name: 'Reject the team size of Overgrown Ltd' }).click()

  await expect(page.getByText('Team size rejected')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Team sizes that wait for an organiser' })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Overgrown Ltd/ })).toContainText('12')
  await expect(theirs.getByText('An organiser decides about 400 people.')).toHaveCount(0)
  await expect(theirs.getByLabel('Team Size')).toHaveValue('12')
})

test('an organiser renames a company, also to a name that is reserved, but not to one that another has', async ({
  product,
  signedIn,
}) => {
  await product.aCompany('Namesake Ltd')
  const company = await product.aCompany('Wrongly Written Ltd')
  const theirs = await signedIn(company)
  await expect(theirs.getByRole('main')).toContainText('Wrongly Written Ltd')
  const page = await signedIn(product.admin, '/companies?q=Wrongly')
  const more = page.getByRole('button', { name: 'More actions for Wrongly Written Ltd' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename' })
  const [name, save] = [dialog.getByLabel('Company Name'), dialog.getByRole('button', { name: 'Rename company' })]
  await expect(name).toHaveValue('Wrongly Written Ltd')
  for (const [typed, sentence] of [
    ['', 'Company name is required'],
    ['NAMESAKE  Ltd', 'Another company has this name, or one that looks like it'],
  ] as const) {
    await name.fill(typed)
    await save.click()
    await expect(dialog.getByText(sentence).first()).toBeVisible()
  }
  await expectGoodEverywhere(page, save)

  await name.fill('The Support Team')
  await page.keyboard.press('Enter')

  await expect(page.getByText('Company renamed')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect(theirs.getByRole('main')).toContainText('The Support Team')
})
