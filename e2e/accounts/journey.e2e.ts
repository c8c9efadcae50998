import { expect, password, test } from '../support/product.ts'
import { signUp } from '../support/signing-up.ts'

test('a company gets in, an administrator resets its password, and the old session is gone within a second', async ({
  page,
  product,
  signedIn,
}) => {
  const email = 'first-journey@mail.test'

  await signUp(page, email)
  await expect(page.getByText('Account created!')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Set Up Your Company Profile' })).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Journey Ltd')
  await expect(page.getByLabel('Phone Number')).toHaveValue('+5999 123 4567')
  await page.getByLabel('Team Size').fill('24')
  await page.getByRole('button', { name: 'Create Company Profile' }).click()
  await expect(page.getByText('Your company profile has been created.')).toBeVisible()
  await expect(page.getByText('Active participants')).toBeVisible()

  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Contact Person').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Company profile updated successfully')).toBeVisible()

  const admin = await signedIn(product.admin)
  await admin.getByRole('link', { name: 'Companies' }).first().click()
  const row = admin.getByRole('row', { name: /Journey Ltd/ })
  await expect(row).toContainText('Grace Hopper')
  await row.getByRole('button', { name: /More actions/ }).click()
  await admin.getByRole('menuitem', { name: 'Reset Password' }).click()
  await admin.getByLabel('New Password').fill('Another-lane-77')
  await admin.getByLabel('Confirm Password').fill('Another-lane-77')
  await admin
    .getByRole('dialog')
    .getByRole('button', { name: /Reset Password|Update Password/ })
    .click()
  await expect(admin.getByText('Password Updated')).toBeVisible()

  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(page.getByText('Journey Ltd')).toHaveCount(0)

  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Another-lane-77')
  await page.getByRole('button', { name: 'Log In' }).click()
  // Back where the person was when the session ended.
  await expect(page).toHaveURL('/settings')
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
})
