import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { administrator } from '../support/challenge.ts'
import { emptyPage, expect, expectGoodEverywhere, password, test, widths } from '../support/product.ts'

test('the setup screen is pre-filled, and is good everywhere', async ({ page, product }) => {
  const email = 'fresh@mail.test'
  const signup = {
    email,
    password,
    confirmPassword: password,
    companyName: 'Fresh Ltd',
    contactPersonName: 'Ada Lovelace',
    phone: '+59991234567',
  }
  await product.post('/api/auth/signup', signup)
  await page.request.post('/api/auth/login', { data: { email, password } })
  await page.goto('/')

  await expect(page.getByLabel('Company Name')).toHaveValue('Fresh Ltd')
  await expect(page.getByLabel('Contact Person Name')).toHaveValue('Ada Lovelace')
  await expect(page.getByLabel('Company Email')).toHaveValue(email)
  await expect(page.getByText('Number of employees participating')).toBeVisible()
  await page.getByLabel('Team Size').fill('0')
  await page.getByLabel('Phone Number').focus()
  await expect(page.getByLabel('Team Size')).toHaveValue('1')
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Create Company Profile' }))
})

test('the dashboard shows where the company stands, and is good everywhere', async ({ product, signedIn }) => {
  const company = await product.aCompany('Standing Ltd')
  const points = { points: 30, reason: 'Won the quiz' }
  await product.post(`/api/companies/${company.id}/points`, points, await administrator(product))
  const page = await signedIn(company)

  await expect(page.getByRole('main')).toContainText('Standing Ltd')
  for (const label of ['Total Points', 'Team Size', 'Calories Burned', "Today's Goal", 'Active participants']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  await expectGoodEverywhere(page, page.getByText('Total Points', { exact: true }))
  const name = page.getByRole('region', { name: 'Top Companies' }).getByText('Standing Ltd', { exact: true })
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const cut = () => name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(cut, `cut at ${width}`).toBe(0)
  }
})

test('the profile is edited, cancelled and saved by keyboard, and is good everywhere', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(await product.aCompany('Settings Ltd'), '/settings')
  const name = page.getByLabel('Company Name')
  await expect(name).toHaveAttribute('readonly', '')

  await page.getByRole('button', { name: 'Edit Profile' }).focus()
  await page.keyboard.press('Enter')
  await name.fill('Thrown Away Ltd')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Settings Ltd')

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByLabel('Daily Goal').fill('250')
  await page.getByLabel('Team Size').fill('31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Company profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Daily Goal')).toHaveValue('250')
  await expect(page.getByLabel('Team Size')).toHaveValue('31')
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Edit Profile' }))
})

test('a refused change keeps what was typed and says why', async ({ product, signedIn }) => {
  const other = await product.aCompany('Owner Of Address Ltd')
  const page = await signedIn(await product.aCompany('Wants The Address Ltd'), '/settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(other.email)
  await page.getByRole('button', { name: 'Save Changes' }).click()

  await expect(page.getByText('Failed to update company profile').first()).toBeVisible()
  await expect(page.getByText('Another company already uses this email address')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(other.email)
})

test('an administrator searches, sorts and exports the companies', async ({ product, signedIn }) => {
  await product.aCompany('Zebra Sorted Herd')
  await product.aCompany('Aardvark Sorted Herd')
  const page = await signedIn(product.admin, '/companies')
  const table = page.getByRole('table')
  for (const column of ['Company Name', 'Contact Person', 'Email', 'Phone', 'Team Size', 'Points']) {
    await expect(table.getByRole('columnheader', { name: column })).toBeVisible()
  }

  await page.getByLabel('Search companies').fill('zebra')
  await expect(table.getByRole('row')).toHaveCount(2)
  await expect(table).toContainText('Zebra Sorted Herd')
  await expect(page).toHaveURL(/q=zebra/)
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Export CSV/ }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Zebra Sorted Herd')
  expect(csv).not.toContain('Aardvark Sorted Herd')

  await page.getByLabel('Search companies').fill('nobody is called this')
  await expect(page.getByText('Nothing found')).toBeVisible()

  await page.getByLabel('Search companies').fill('sorted herd')
  await expect(table.getByRole('row')).toHaveCount(3)
  await expect(table.getByRole('row').nth(1)).toContainText('Aardvark')
  await table.getByRole('columnheader', { name: 'Company Name' }).getByRole('button').click()
  await expect(table.getByRole('row').nth(1)).toContainText('Zebra')
  await expect(table.getByRole('columnheader', { name: 'Company Name' })).toHaveAttribute('aria-sort', 'descending')
})

test('a company is hidden and disabled, and is out at once', async ({ product, signedIn }) => {
  const company = await product.aCompany('Misbehaving Ltd')
  const theirs = await signedIn(company)
  await expect(theirs.getByText('Active participants')).toBeVisible()
  const page = await signedIn(product.admin, '/companies?q=Misbehaving')
  const row = page.getByRole('row', { name: /Misbehaving/ })

  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Hide from leaderboard' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: /Hide/ }).click()
  await expect(row.getByText('Hidden')).toBeVisible()
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /Disable/ })
    .click()

  await expect(row.getByText('Disabled')).toBeVisible()
  await expect(theirs.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
})

test('the reset dialog explains what is wrong', async ({ product, signedIn }) => {
  await product.aCompany('Reset Ltd')
  const page = await signedIn(product.admin, '/companies?q=Reset')
  await page
    .getByRole('row', { name: /Reset Ltd/ })
    .getByRole('button', { name: /More actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Reset Password' }).click()
  const dialog = page.getByRole('dialog')

  await dialog.getByLabel('New Password').fill('short')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText('Invalid Password')).toBeVisible()
  await expect(page.getByText('Password must be at least 8 characters long').first()).toBeVisible()
  await dialog.getByLabel('New Password').fill('long enough lane')
  await dialog.getByLabel('Confirm Password').fill('something else')
  await dialog.getByRole('button', { name: 'Reset Password' }).click()
  await expect(page.getByText("Passwords Don't Match")).toBeVisible()
  await expect(page.getByText('Please ensure both passwords match').first()).toBeVisible()
})

test('a profile that was never finished is in the table, and a new company appears without a reload', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/companies?q=unfinished')
  await expect(page.getByLabel('Search companies')).toHaveValue('unfinished')

  const signup = {
    email: 'unfinished@mail.test',
    password,
    confirmPassword: password,
    companyName: 'Unfinished Ltd',
    contactPersonName: 'Ada Lovelace',
    phone: '+59991234567',
  }
  await product.post('/api/auth/signup', signup)

  await expect(page.getByRole('row', { name: /Unfinished Ltd/ })).toContainText('Profile incomplete')
})

test('names with markup stay text', async ({ product, signedIn }) => {
  const name = '<img src=x onerror="document.title=1"> Ltd'
  const company = await product.aCompany(name)
  const theirs = await signedIn(company)
  await expect(theirs.getByRole('main')).toContainText(name)
  const page = await signedIn(product.admin, '/companies?q=onerror')
  await expect(page.getByRole('row', { name: /onerror/ })).toBeVisible()
  expect(await page.title()).not.toBe('1')
})

test('the companies page is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  await product.aCompany(
    'An Extraordinarily Long Company Name That Somebody Really Registered In The Chamber Of Commerce',
  )
  const page = await signedIn(product.admin, '/companies?q=extraordinarily')
  await expectGoodEverywhere(page, page.getByText(/An Extraordinarily Long/).first())
})

test('a logo is uploaded, shown to the others and taken away', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Logo Ltd'), '/settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Upload Logo' }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  const background = { r: 255, g: 102, b: 0 }
  const picture = sharp({ create: { width: 200, height: 200, channels: 3, background } })
  await (await picker).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('button', { name: 'Change Logo' })).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Company profile updated successfully')).toBeVisible()

  const logo = page.locator('img[src^="/api/files/logos/"]')
  await expect(logo).toBeVisible()
  const address = await logo.getAttribute('src')
  const other = await signedIn(await product.aCompany('Sees The Logo Ltd'), emptyPage)
  expect((await other.request.get(address ?? '')).status()).toBe(200)

  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Remove Logo' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible()
  await expect(logo).toHaveCount(0)
  expect((await other.request.get(address ?? '')).status()).toBe(404)
})
