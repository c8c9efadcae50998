import { spawn } from 'node:child_process'
import { expect, expectGoodEverywhere, type Product, test } from '../support/product.ts'

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
