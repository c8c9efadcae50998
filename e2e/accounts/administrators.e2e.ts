import { emptyPage, expect, expectGoodEverywhere, password, test } from '../support/product.ts'

test('an administrator invites another, who chooses an own password', async ({ page, product, signedIn }) => {
  const admin = await signedIn(product.admin, '/administrators')
  await admin.getByRole('button', { name: 'Create Administrator' }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await expect(dialog.getByText('Last name is required')).toBeVisible()
  await dialog.getByLabel('First Name').fill('Grace')
  await dialog.getByLabel('Last Name').fill('Hopper')
  await dialog.getByLabel('Email').fill('grace@week.test')
  await dialog.getByLabel('Temporary Password').fill(password)
  await dialog.getByLabel('Confirm Password').fill(password)
  await dialog.getByRole('button', { name: 'Create Administrator' }).click()
  await expect(admin.getByText('Administrator Created')).toBeVisible()
  await expect(admin.getByRole('row', { name: /Grace Hopper/ })).toContainText('Temporary password')

  const mail = await product.mailTo('grace@week.test', 'You are now an administrator')
  expect(mail).not.toContain(password)
  expect(mail).toMatch(/\/login\?reset=[\w-]+/)

  await page.goto('/login')
  await page.getByLabel('Email').fill('grace@week.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  const own = page.getByRole('dialog', { name: 'Choose your own password' })
  await expect(own).toBeVisible()
  await own.getByLabel('Temporary password').fill(password)
  await own.getByLabel('New password', { exact: true }).fill('Hopper-runs-lane-3')
  await own.getByLabel('Confirm new password').fill('Hopper-runs-lane-3')
  await own.getByRole('button', { name: 'Change password' }).click()
  await expect(own).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  await expect(own).toHaveCount(0)
})

test('another administrator is disabled, never oneself, and the log tells', async ({ product, signedIn }) => {
  const admin = await signedIn(product.admin, emptyPage)
  const created = await admin.request.post('/api/admin/admins', {
    data: { email: 'alan@week.test', firstName: 'Alan', lastName: 'Turing', password },
  })
  expect(created.status()).toBe(201)
  await admin.goto('/administrators')
  const you = admin.getByRole('row', { name: new RegExp(product.admin.email) })
  await expect(you.getByRole('button', { name: /actions/i })).toHaveCount(0)

  const alan = admin.getByRole('row', { name: /Alan Turing/ })
  await alan.getByRole('button', { name: /actions/i }).click()
  await admin.getByRole('menuitem', { name: 'Disable' }).click()
  await admin
    .getByRole('alertdialog')
    .getByRole('button', { name: /Disable/ })
    .click()
  await expect(alan).toContainText('Disabled')

  await admin.getByRole('link', { name: 'Activity' }).click()
  await expect(admin.getByText('disabled administrator').first()).toBeVisible()
  await expect(admin.getByText('alan@week.test').first()).toBeVisible()
})

test('the administrators page and its activity are good everywhere', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/administrators')
  await expectGoodEverywhere(page, page.getByText(product.admin.email).last())
  await page.goto('/administrators#activity')
  await expectGoodEverywhere(page, page.getByText('created administrator').first())
})
