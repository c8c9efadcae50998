import { anEvent } from '../support/attending.ts'
import { expect, test } from '../support/product.ts'

test('the form of an event knows the signed-in company, and nobody else', async ({ page, product, signedIn }) => {
  const event = await anEvent(product, 'Known Faces')
  const company = await product.aCompany('Known Ltd')
  const own = await signedIn(company, `/e/${event.shortCode}`)
  await expect(own.getByLabel('Email')).toHaveValue(company.email)
  await expect(own.getByLabel('Company Name')).toHaveValue('Known Ltd')
  for (const name of ['First Name', 'Last Name', 'Phone']) await expect(own.getByLabel(name)).not.toHaveValue('')

  await own.getByRole('button', { name: 'Register for Event' }).click()
  await own.getByRole('button', { name: 'Register someone else' }).click()
  await expect(own.getByLabel('Email')).toHaveValue('')

  await page.goto(`/e/${event.shortCode}`)
  await page.getByLabel('First Name').fill('Ada')
  await expect(page.getByLabel('Email')).toHaveValue('')
})

test('what a signed-in company has typed is not replaced', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Typed First')
  const own = await signedIn(await product.aCompany('Typing Ltd'), `/e/${event.shortCode}`)
  await expect(own.getByLabel('Company Name')).toHaveValue('Typing Ltd')
  await own.getByLabel('First Name').fill('Grace')
  await own.reload()
  await expect(own.getByLabel('First Name')).toHaveValue('Grace')
  await expect(own.getByLabel('Company Name')).toHaveValue('Typing Ltd')
})
