import { aFreshProduct, expect, expectGoodEverywhere, password, tabTo, test } from '../support/product.ts'

test('signing up by keyboard only, past every mistake', async ({ page }) => {
  await page.goto('/signup')
  await expect(page.getByRole('heading', { name: 'Create Company Account' })).toBeVisible()
  await expect(page.getByText('Sign up to join the corporate wellness platform')).toBeVisible()

  await tabTo(page, page.getByRole('button', { name: 'Create Account' }))
  await page.keyboard.press('Enter')
  for (const message of [
    'Company name is required',
    'Contact person name is required',
    'Invalid email address',
    'Valid phone number is required',
    'Password must be at least 8 characters',
  ]) {
    await expect(page.getByText(message)).toBeVisible()
  }
  // The first wrong field has the focus.
  await expect(page.getByLabel('Company Name')).toBeFocused()

  await page.keyboard.type('Keyboard Ltd')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('keyboard@mail.test')
  await page.keyboard.press('Tab')
  await page.keyboard.type('+59991234567')
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await tabTo(page, page.getByLabel('Confirm Password'))
  await page.keyboard.type('something else')
  await page.keyboard.press('Enter')
  await expect(page.getByText("Passwords don't match")).toBeVisible()

  await page.getByLabel('Confirm Password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Account created!')).toBeVisible()
  await expect(page.getByText('Your company account has been created successfully.')).toBeVisible()
})

test('a taken address is refused with a sentence, and what was typed stays', async ({ page, product }) => {
  const { email } = await product.aCompany('Taken Ltd')
  await page.goto('/signup')
  await page.getByLabel('Company Name').fill('Second Ltd')
  await page.getByLabel('Contact Person').fill('Ada Lovelace')
  await page.getByLabel('Email').fill(email.toUpperCase())
  await page.getByLabel('Phone Number').fill('+59991234567')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()

  const toast = page.getByRole('status').or(page.getByRole('alert'))
  await expect(toast.getByText('Signup failed').first()).toBeVisible()
  await expect(page.getByRole('main').getByText('An account with this email already exists')).toBeVisible()
  await expect(page.getByLabel('Company Name')).toHaveValue('Second Ltd')
})

test('a wrong password is refused without saying which part was wrong, and the reason stays', async ({
  page,
  product,
}) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill(product.admin.email)
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Log In' }).click()

  await expect(page.getByText('Login failed')).toBeVisible()
  const reason = page.getByRole('main').getByRole('alert')
  await expect(reason).toHaveText('Invalid email or password')
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(page.getByText('Login failed')).toBeHidden()
  await expect(reason).toBeVisible()

  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()
})

test('a password can be shown and hidden again', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByPlaceholder('Enter your password')
  await field.fill('secret')

  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(field).toHaveAttribute('type', 'password')
})

test('a forgotten password is mended with the mailed link, once', async ({ page, product }) => {
  const { email } = await product.aCompany('Forgetful Ltd')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText('If there is an account with this address, a link is on its way.')).toBeVisible()

  const mail = await product.mailTo(email, 'Choose a new password')
  const link = mail.match(/\/login\?reset=[\w-]+/)?.[0] ?? ''
  await page.goto(link)
  // The token does not stay in the address bar, where a screenshot would show it.
  await expect(page).toHaveURL('/login')
  await page.getByLabel('New password', { exact: true }).fill('Brand-new-lane-9')
  await page.getByLabel('Confirm new password').fill('Brand-new-lane-9')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('Password changed')).toBeVisible()

  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Brand-new-lane-9')
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByText('Welcome back!')).toBeVisible()

  await page.context().clearCookies()
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('Yet-another-lane-9')
  await page.getByLabel('Confirm new password').fill('Yet-another-lane-9')
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible()
})

test('the own password is changed from the menu, and other devices are signed out', async ({ product, signedIn }) => {
  const company = await product.aCompany('Two Devices Ltd')
  const here = await signedIn(company)
  const there = await signedIn(company)
  await expect(there.getByText('Active participants')).toBeVisible()

  await here.getByRole('button', { name: 'Your account' }).click()
  await here.getByRole('menuitem', { name: 'Change password' }).click()
  await here.getByLabel('Current password').fill(password)
  await here.getByLabel('New password', { exact: true }).fill('Changed-lane-55')
  await here.getByLabel('Confirm new password').fill('Changed-lane-55')
  await here.getByRole('button', { name: 'Change password' }).click()

  await expect(here.getByText('Password changed', { exact: true })).toBeVisible()
  await expect(there.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await expect(here.getByText('Active participants')).toBeVisible()
})

test('logging out goes to the landing page and leaves nothing behind', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Leaving Ltd'))
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()

  await page.goBack()
  await expect(page.getByText('Active participants')).toHaveCount(0)
})

test('the login screen is good everywhere', async ({ page }) => {
  await page.goto('/login')
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Log In' }))
})

test('the signup screen is good everywhere', async ({ page }) => {
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectGoodEverywhere(page, page.getByText('Company name is required'))
})

test('the printed link makes the first administrator, once', async ({ page }) => {
  const product = await aFreshProduct()
  await page.goto(product.link)
  await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible()
  expect(page.url()).not.toContain('setup')
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('Email').fill('grace@week.test')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create administrator' }).click()

  await expect(page.getByText('You are the first administrator. Please sign in.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await expect(page.getByRole('navigation', { name: 'Administration' })).toBeVisible()
  await product.stop()
})
