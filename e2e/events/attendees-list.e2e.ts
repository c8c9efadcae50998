import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { anEvent, type Event, register, registerAll } from '../support/attending.ts'
import { expect, expectAccessible, expectGoodEverywhere, expectNothingCut, test, themes } from '../support/product.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const address = (event: Event, rest = '') => `/events/${event.id}/attendees${rest}`

test('more than two pages are searched, filtered, sorted, paged, chosen and exported', async ({
  product,
  signedIn,
}) => {
  test.slow()
  const event = await anEvent(product, 'Three Pages')
  for (let from = 0; from < 110; from += 10) {
    const ten = Array.from({ length: 10 }, (_, index) => String(from + index).padStart(3, '0'))
    await Promise.all(
      ten.map((number) =>
        register(product, event, {
          firstName: 'Runner',
          lastName: `Number ${number}`,
          email: `runner-${number}.${event.shortCode}@mail.test`,
          companyName: Number(number) % 2 ? 'Odd Ltd' : 'Even Ltd',
        }),
      ),
    )
  }
  const page = await signedIn(product.admin, address(event))
  const rows = page.locator('tbody tr')
  await expect(page.getByText('110 attendees', { exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(rows).toHaveCount(50)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button', { name: 'Name' }).click()
  await expect(rows.first()).toContainText('Number 000')
  await expect(page).toHaveURL(/sort=lastName/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows.first()).toContainText('Number 050')
  await page.reload()
  await expect(rows.first()).toContainText('Number 050')
  await page.goBack()
  await expect(rows.first()).toContainText('Number 000')

  await page.getByLabel('Search attendees').fill('number 09')
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('10 attendees found')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Export CSV/ }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Number 091')
  expect(csv).not.toContain('Number 081')

  await page.getByLabel('Search attendees').fill('odd ltd')
  await expect(page.getByText('55 attendees found')).toBeVisible()
  await page.getByLabel('Select this page').check()
  const bar = page.getByRole('region', { name: 'Selected attendees' })
  await expect(bar).toContainText('50 selected')
  await bar.getByRole('button', { name: 'Select all 55' }).click()
  await bar.getByRole('button', { name: 'Approve 55' }).click()
  // Looked for before the press: fifty emails with codes keep a busy machine longer than the toast stays.
  const approved = page.getByText('55 attendees approved.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 55' }).click()
  await approved
  await page.getByLabel('Search attendees').fill('')
  await page.getByRole('button', { name: /^Approved 55/ }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(rows.first()).toContainText('Number 001')
  await page.getByLabel('Show').selectOption('Rejected')
  await expect(page.getByText('No one is rejected')).toBeVisible()
  await page.getByRole('button', { name: 'Show all attendees' }).click()
  await expect(page.getByText('110 attendees', { exact: true })).toBeVisible()
})

test('a registration comes in without a reload, and the row under the pointer stays there', async ({
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Coming In')
  const names = Array.from({ length: 20 }, (_, index) => `Early Bird${index}`)
  await registerAll(product, event, ...names)
  const page = await signedIn(product.admin, address(event))
  const held = page.getByRole('button', { name: 'Approve Early Bird12' })
  await held.hover()
  const before = await held.boundingBox()

  await registerAll(product, event, 'Late Comer')

  await expect(rowOf(page, 'Late Comer')).toHaveCount(1)
  await expect(page.getByRole('button', { name: /^Pending 21/ })).toBeAttached()
  expect((await held.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)

  const other = await signedIn(product.admin, address(event))
  await expect(rowOf(other, 'Late Comer').getByText('Pending')).toBeVisible()
  await page.getByRole('button', { name: 'Approve Late Comer' }).click()
  await expect(rowOf(other, 'Late Comer').getByText('Approved')).toBeVisible()
})

test('the door list is by last name, on paper alone, with page numbers', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  test.slow()
  const event = await anEvent(product, 'On Paper')
  const names = ['Ada Zwart', 'Bo Álvarez', 'Cy Martina', ...Array.from({ length: 60 }, (_, n) => `Extra Person${n}`)]
  await registerAll(product, event, ...names)
  const page = await signedIn(product.admin, address(event, '?q=martina'))
  await page.getByRole('button', { name: 'More actions for Cy Martina' }).click()
  await page.getByRole('menuitem', { name: 'Reject' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click()
  await expect(rowOf(page, 'Cy').getByText('Rejected')).toBeVisible()
  await page.goto(address(event, '?status=pending'))
  await page.getByLabel('Select this page').check()
  await page.getByRole('button', { name: 'Select all 62' }).click()
  await page.getByRole('button', { name: 'Approve 62' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 62' }).click()
  await expect(page.getByText('62 attendees approved.')).toBeVisible()

  await page.getByRole('link', { name: 'Door list' }).click()
  const sheet = page.getByRole('region', { name: 'Door list' })
  await expect(sheet.getByRole('rowheader', { name: 'Zwart' })).toBeVisible()
  await expect(sheet).not.toContainText('Martina')
  await expect(sheet.getByRole('rowheader').nth(1)).toHaveText('Álvarez')
  await expect(sheet).toContainText(event.title)
  await expectGoodEverywhere(page, sheet)

  await page.emulateMedia({ media: 'print' })
  await expect(sheet).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  const pdf = (await page.pdf()).toString('latin1')
  expect(Number(/\/Count (\d+)/.exec(pdf)?.[1])).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to Attendees' }).click()
  await expect(page.getByRole('link', { name: 'Door list' })).toBeVisible()
})

test('the door and its helpers have addresses of their own', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Own Addresses')
  const page = await signedIn(product.admin, address(event))
  await expect(page.getByText('No one has registered yet')).toBeVisible()

  await page.getByRole('link', { name: 'Check-in mode' }).click()
  await expect(page).toHaveURL(/#door$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Door & volunteers' }).click()
  await expect(page).toHaveURL(/#volunteers$/)
  await page.getByRole('link', { name: 'Attendees', exact: true }).click()
  await expect(page.getByText('No one has registered yet')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
})

for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id-at-all']) {
  test(`an event that does not exist is not found: ${id}`, async ({ product, signedIn }) => {
    const page = await signedIn(product.admin, `/events/${id}/attendees`)
    await expect(page.getByText('Event Not Found')).toBeVisible()
    await expect(page.getByText('This event is not available or has been removed.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('the attendees are good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  test.slow()
  const event = await anEvent(product, 'A Very Long Name Of An Event Along The Whole Waterfront Of Otrobanda And Back')
  await register(product, event, {
    firstName: 'Maximiliana Wilhelmina Alexandra',
    lastName: 'van der Bilt-Østergaard de la Cruz',
    email: `a.very.long.address.of.somebody.${event.shortCode}@a-very-long-company-domain.example.com`,
    companyName: 'An Extraordinarily Long Company Name From The Chamber Of Commerce',
  })
  await registerAll(product, event, 'Ada Lovelace', '<img src=x onerror="document.title=1"> Markup')
  const page = await signedIn(product.admin, address(event))
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(page.getByText('Status Updated')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Ada Lovelace', exact: true }))
  expect(await page.title()).not.toBe('1')

  await page.setViewportSize({ width: 375, height: 800 })
  await page.getByLabel('Select page', { exact: true }).check()
  await expect(page.getByRole('region', { name: 'Selected attendees' })).toBeVisible()
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme })
    await expectNothingCut(page)
    await expectAccessible(page)
  }
})
