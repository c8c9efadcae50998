import { spawn } from 'node:child_process'
import { expect, expectGoodEverywhere, type Product, password, test } from '../support/product.ts'

// A product of its own: whoever tests beside this one must be able to change things.
test.use({ environment: { FIX_HOURS: '47' } })

/** As an operator does, beside the running product. */
async function setMaintenance({ dataDir }: Product, ...words: string[]) {
  const child = spawn(process.execPath, ['dist/server/commands/admin.js', 'maintenance', ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir },
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  if (code !== 0) throw new Error(`maintenance ${words[0]} ended with ${code}`)
}

test('an open screen says that changes are paused, keeps what was typed, and saves it afterwards', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Patient Ltd')
  const page = await signedIn(company, '/settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  const contact = page.getByLabel('Contact Person')
  await contact.fill('Grace Hopper')

  await setMaintenance(product, 'on', 'We move to a larger server. Back at noon.')
  const notice = page.getByRole('status').filter({ hasText: 'We move to a larger server. Back at noon.' })
  await expect(notice).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Back at noon.')).toHaveCount(2)
  await expect(contact).toHaveValue('Grace Hopper')
  await expectGoodEverywhere(page, notice)
  const newcomer = await signedIn(company)
  await expect(newcomer.getByText('We move to a larger server. Back at noon.')).toBeVisible()

  await setMaintenance(product, 'off')
  await expect(notice).toBeHidden()
  await expect(contact).toHaveValue('Grace Hopper')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Company profile updated successfully')).toBeVisible()
  await page.reload()
  await expect(contact).toHaveValue('Grace Hopper')
})

test('a signup while changes are paused says why beside the form', async ({ page, product }) => {
  await setMaintenance(product, 'on', 'Changes are paused. Back at noon.')
  await page.goto('/signup')
  await page.getByLabel('Company Name').fill('Early Ltd')
  await page.getByLabel('Contact Person').fill('Ada Lovelace')
  await page.getByLabel('Email').fill('early@mail.test')
  await page.getByLabel('Phone Number').fill('+59991234567')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm Password').fill(password)
  await page.getByRole('button', { name: 'Create Account' }).click()

  await expect(page.getByText('Signup failed')).toBeVisible()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Changes are paused. Back at noon.')
  await setMaintenance(product, 'off')
})
