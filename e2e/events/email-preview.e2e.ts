import type { Page } from '@playwright/test'
import { anEvent } from '../support/event-making.ts'
import { emptyPage, expect, expectNothingCut, test } from '../support/product.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const email = (page: Page) => page.frameLocator('iframe[title="The email as it is sent"]')

async function openForm(page: Page, title: string) {
  await page.goto('/events')
  await page.getByRole('article', { name: title, exact: true }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

test('the form shows the whole email as it is sent', async ({ product, signedIn }) => {
  await anEvent(product, 'Previewed event', { brandingColor: '#0c677b' })
  const page = await signedIn(product.admin, emptyPage)
  await openForm(page, 'Previewed event')
  await expect(email(page).getByRole('heading', { name: 'Previewed event' })).toBeVisible()
  await expect(email(page).getByText('Hello Ada,')).toBeVisible()
  await expect(email(page).getByText('Mambo Beach', { exact: true })).toBeVisible()
  await expect(email(page).getByRole('img', { name: /^QR code\. If you cannot see it/ })).toBeVisible()
  await expect(email(page).getByText('Your code: ABC-123', { exact: true })).toBeVisible()
  await expect(email(page).getByText('See my registration')).toBeVisible()
  await expect(email(page).getByText(/If it was not you, cancel the registration/)).toBeVisible()

  await dialog(page).getByLabel('Email Body').fill('Dear {firstName},\n\nbring <b>water</b> to {eventPlace}.')
  await expect(email(page).getByText('bring <b>water</b> to Mambo Beach.')).toBeVisible()
  await expect(email(page).getByText('Hello Ada,'), 'an own text has its own greeting').toHaveCount(0)
  await dialog(page).getByLabel('Title').fill('Renamed event')
  await expect(email(page).getByRole('heading', { name: 'Renamed event' })).toBeVisible()
  const frame = page.locator('iframe[title="The email as it is sent"]')
  const inside = await email(page)
    .locator('body')
    .evaluate((body) => body.scrollHeight)
  expect((await frame.boundingBox())?.height, 'nothing of it has to be scrolled for').toBeGreaterThanOrEqual(inside)
  for (const width of [320, 375, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNothingCut(page)
  }
})

test('placeholders that are unknown, empty or have nothing to say are named while the text is written', async ({
  product,
  signedIn,
}) => {
  await anEvent(product, 'Warned event', { place: null })
  const page = await signedIn(product.admin, emptyPage)
  await openForm(page, 'Warned event')
  const warnings = dialog(page).getByRole('status').filter({ hasText: /\{/ })
  await expect(warnings).toHaveCount(0)
  await dialog(page).getByLabel('Email Subject').fill('See you, {fristName}')
  await expect(warnings).toHaveText(['{fristName} is unknown and will be sent as typed.'])
  await dialog(page).getByLabel('Email Subject').fill('See you, {firstName}')
  await expect(warnings).toHaveCount(0)

  await dialog(page).getByLabel('Email Body').fill('{} {eventPlace} {eventDate}')
  await expect(warnings.getByRole('listitem')).toHaveText([
    '{} is unknown and will be sent as typed.',
    'This event has no place yet: {eventPlace} will read “To be announced”.',
  ])
  await dialog(page).getByLabel('Date & Time').fill('')
  await expect(warnings).toContainText('This event has no date yet: {eventDate} will read “To be announced”.')
  await dialog(page).getByLabel('Place').fill('Mambo Beach')
  await expect(warnings).not.toContainText('no place yet')
  await expect(email(page).getByText('{} Mambo Beach To be announced')).toBeVisible()
})

test('a test email says how it ended, also after the form was closed', async ({ product, signedIn }) => {
  await anEvent(product, 'Tested event')
  const page = await signedIn(product.admin, emptyPage)
  await openForm(page, 'Tested event')
  await page.route('**/api/events/*/test-mail', async (route) => {
    // Not only out of sight: what was inside is unmounted.
    await expect(page.locator('[role=dialog]')).toHaveCount(0)
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/events/*/test-mail')
  await dialog(page).getByRole('button', { name: 'Send me a test email' }).click()
  await asked
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Test email sent')).toBeVisible()
})
