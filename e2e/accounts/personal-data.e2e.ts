import { readFileSync } from 'node:fs'
import { expect, expectGoodEverywhere, test } from '../support/product.ts'

test('an administrator exports what is held about an address, and erases it by keyboard after typing it twice', async ({
  product,
  signedIn,
}) => {
  const { email, name } = await product.aCompany('Leaving Ltd')
  const page = await signedIn(product.admin, '/administrators')
  const card = page.getByRole('region', { name: 'Personal data' })
  const address = card.getByLabel('Email address')

  await card.getByRole('button', { name: 'Export data' }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill(email)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Export data' }).click(),
  ])
  const exported = JSON.parse(readFileSync(await download.path(), 'utf8'))
  expect(exported).toMatchObject({ email, companies: [{ name }] })
  await expectGoodEverywhere(page, card)

  await card.getByRole('button', { name: 'Erase data' }).press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Erase for good?' })
  await dialog.getByLabel('Type the address again').fill('another@mail.test')
  await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await expect(dialog).toContainText('This is not the same address')
  await expectGoodEverywhere(page, dialog)
  await dialog.getByLabel('Type the address again').fill(email)
  await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter')
  await expect(page.getByText(/1 account, 1 company/)).toBeVisible()
  await expect(dialog).toBeHidden()

  await address.fill(email)
  await card.getByRole('button', { name: 'Export data' }).click()
  await expect(page.getByText(`We hold no data about ${email}.`)).toBeVisible()
})
