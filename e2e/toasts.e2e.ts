import type { Locator, Page } from '@playwright/test'
import { anEvent, registerAll } from './attending.ts'
import { field, fillDialog, formDialogs, openDialog } from './form-dialogs.ts'
import { emptyPage, expect, password, test } from './product.ts'

const sizes = [
  { width: 1280, height: 720 },
  { width: 1440, height: 900 },
  { width: 375, height: 740 },
]

/** Nothing but the button itself is met at its centre. */
async function expectPressable(button: Locator) {
  await button.scrollIntoViewIfNeeded()
  const covering = await button.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const met = document.elementFromPoint(left + width / 2, top + height / 2)
    return met && element.contains(met) ? null : (met?.outerHTML.slice(0, 120) ?? 'outside the window')
  })
  expect(covering).toBeNull()
}

/** A busy machine must not let it go while it is looked at. */
const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const real = window.setTimeout
    const withoutToasts = (work: TimerHandler, wait?: number) => (wait === 5_000 ? 0 : real(work, wait))
    window.setTimeout = withoutToasts as typeof window.setTimeout
  })

const refuseWrites = (page: Page) =>
  page.route('**/api/**', (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 500, body: '' }),
  )

const cross = (page: Page) => page.getByRole('button', { name: 'Dismiss notification' })

test('no toast covers the button of a form dialog, and its cross closes nothing else', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000)
  const page = await signedIn(product.admin, emptyPage)
  await keepToasts(page)
  const forms = await formDialogs(product)
  await refuseWrites(page)
  for (const form of forms) {
    await test.step(form.name, async () => {
      const dialog = await openDialog(page, form)
      await fillDialog(dialog, form)
      const submit = dialog.getByRole('button', { name: form.submit, exact: true }).last()
      await submit.click()
      await expect(cross(page)).toBeVisible()
      for (const size of sizes) {
        await page.setViewportSize(size)
        await expectPressable(submit)
        await expectPressable(cross(page))
      }
      await cross(page).click()
      await expect(cross(page)).toHaveCount(0)
      const [[label, text] = ['', '']] = form.typed
      await expect(field(dialog, label)).toHaveValue(text)
    })
  }
})

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
  await cross(page).tap()
  await expect(cross(page)).toHaveCount(0)
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
  await expect(cross(admin)).toBeVisible()
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
  await expect(cross(company)).toBeVisible()
  for (const size of sizes) {
    await company.setViewportSize(size)
    await expectPressable(save)
  }
})
