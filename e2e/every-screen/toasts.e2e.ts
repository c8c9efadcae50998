import { anEvent, registerAll } from '../support/attending.ts'
import { emptyPage, expect, password, test, withMotion } from '../support/product.ts'
import { dismissButton, expectPressable, keepToasts, refuseWrites, sizes } from '../support/toasts.ts'

test.use(withMotion)

test('a finger on the cross of a toast keeps the dialog below', async ({ browser, product }) => {
  const context = await browser.newContext({
    baseURL: product.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 375, height: 740 },
  })
  await context.request.post('/api/auth/login', { data: { email: product.admin.email, password } })
  const page = await context.newPage()
  await keepToasts(page)
  await refuseWrites(page)
  await page.goto('/administrators')
  await page.getByRole('button', { name: 'Create Administrator' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Create Administrator' })
  await dialog.getByLabel('First Name').fill('Grace')
  await dialog.getByLabel('Last Name').fill('Hopper')
  await dialog.getByLabel('Email').fill('grace@week.test')
  await dialog.getByLabel('Temporary Password').fill(password)
  await dialog.getByLabel('Confirm Password').fill(password)
  await dialog.getByRole('button', { name: 'Create Administrator' }).tap()
  await dismissButton(page).tap()
  await expect(dismissButton(page)).toHaveCount(0)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(dialog.getByLabel('First Name')).toHaveValue('Grace')
  await context.close()
})

test('no toast covers the bars at the lower edge of a page', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Covered By Nothing')
  await registerAll(product, event, 'Ada Lovelace')
  const admin = await signedIn(product.admin, emptyPage)
  await keepToasts(admin)
  await admin.goto(`/events/${event.id}/attendees`)
  await admin.getByLabel('Select Ada Lovelace').check()
  await refuseWrites(admin)
  await admin.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(dismissButton(admin)).toBeVisible()
  const bar = admin.getByRole('region', { name: 'Selected attendees' })
  for (const size of sizes) {
    await admin.setViewportSize(size)
    for (const button of await bar.getByRole('button').all()) await expectPressable(button)
  }

  const company = await signedIn(await product.aCompany('Uncovered Ltd'), emptyPage)
  await keepToasts(company)
  await company.goto('/settings')
  await company.getByRole('button', { name: 'Edit Profile' }).click()
  await company.getByLabel('Company Name').fill('Uncovered Inc')
  await refuseWrites(company)
  const save = company.getByRole('button', { name: 'Save Changes' })
  await save.click()
  await expect(dismissButton(company)).toBeVisible()
  for (const size of sizes) {
    await company.setViewportSize(size)
    await expectPressable(save)
  }
})

test('no toast covers the button of a public form', async ({ page, product }) => {
  const event = await anEvent(product, 'Red On Red')
  await keepToasts(page)
  await refuseWrites(page)
  await page.goto(`/e/${event.shortCode}`)
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('Lovelace')
  await page.getByLabel('Email').fill('ada@mail.test')
  await page.getByLabel('Phone').fill('+59991234567')
  for (const size of [...sizes, { width: 1280, height: 800 }, { width: 1280, height: 860 }]) {
    await page.setViewportSize(size)
    await page.getByRole('main').getByRole('button').click()
    await expect(dismissButton(page)).toBeVisible()
    await expectPressable(page.getByRole('main').getByRole('button'))
    await dismissButton(page).click()
  }
})
