// Two quick presses of Enter, before the first is drawn, are one request.
import type { Locator, Page } from '@playwright/test'
import { fillDialog, formDialogs, openDialog, question } from '../support/form-dialogs.ts'
import { emptyPage, expect, test } from '../support/product.ts'
import { dismissButton, keepToasts, refuseWrites } from '../support/toasts.ts'

const hasForm = new Set(['Create Administrator', 'Reset Password', 'New link for volunteers', 'Team size'])

function countWrites(page: Page): { count: () => number } {
  let writes = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && request.url().includes('/api/')) writes += 1
  })
  return { count: () => writes }
}

const submitTwice = (form: Locator) =>
  form.evaluate((element: HTMLFormElement) => {
    element.requestSubmit()
    element.requestSubmit()
  })

test('a form that is submitted twice at once sends one request', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  await keepToasts(page)
  const forms = (await formDialogs(product, 'people')).filter(({ name }) => hasForm.has(name))
  expect(forms).toHaveLength(hasForm.size)
  await refuseWrites(page)
  const { count } = countWrites(page)
  for (const [nth, form] of forms.entries()) {
    await test.step(form.name, async () => {
      const dialog = await openDialog(page, form)
      await fillDialog(dialog, form)
      await submitTwice(dialog.locator('form'))
      await expect(dismissButton(page)).toBeVisible()
      expect(count()).toBe(nth + 1)
      await dismissButton(page).click()
      await page.keyboard.press('Escape')
      await question(page).getByRole('button', { name: 'Discard' }).click()
      await expect(dialog).toHaveCount(0)
    })
  }
})

test('an export that is asked for twice at once is made once', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/administrators')
  const card = page.getByRole('region', { name: 'Personal data' })
  await card.getByLabel('Email address').fill('nobody@week.test')
  const { count } = countWrites(page)
  await submitTwice(card.locator('form'))
  await expect(dismissButton(page)).toBeVisible()
  expect(count()).toBe(1)
})
