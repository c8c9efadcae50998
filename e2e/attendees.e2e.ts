import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { anEvent, attendee, type Event, emailOf, register, registerAll } from './attending.ts'
import { administrator } from './challenge.ts'
import { expect, expectAccessible, expectGoodEverywhere, expectNothingCut, tabTo, test, themes } from './product.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const address = (event: Event, rest = '') => `/events/${event.id}/attendees${rest}`

test('somebody is approved by keyboard alone, and the QR code arrives by mail', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Approved By Keyboard')
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper')
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  for (const column of ['Name', 'Email', 'Phone', 'Company', 'Registered', 'Status']) {
    await expect(page.getByRole('columnheader', { name: column })).toBeVisible()
  }

  await page.getByLabel('Search attendees').focus()
  await tabTo(page, rowOf(page, 'Grace').getByRole('button', { name: 'Grace Hopper', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(rowOf(page, 'Ada').getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeFocused()
  await page.keyboard.press('a')

  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()
  await expect(page.getByText('Status Updated')).toBeVisible()
  await expect(rowOf(page, 'Ada').getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeFocused()
  await expect(rowOf(page, 'Ada').getByRole('button', { name: /Approve|Reject/ })).toHaveCount(0)
  await expect(rowOf(page, 'Grace').getByText('Pending')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approved 1/ })).toBeVisible()
  await expect(rowOf(page, 'Ada').getByText('Mail Sent')).toBeVisible()
  const mail = await product.mailTo(emailOf(event, 'Ada Lovelace'), 'Your registration for')
  expect(mail).toMatch(/Content-ID: <[^>]+>/i)
  expect(mail).toMatch(/src="cid:[^"]+"/)
  expect(mail).not.toContain('src="data:')
})

test('in the list of those who wait, deciding leads to the next one', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'One After The Other')
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper', 'Bo Ng')
  const page = await signedIn(product.admin)
  await page.goto(address(event, '?status=pending&sort=lastName'))
  const approve = (name: string) => page.getByRole('button', { name: `Approve ${name}` })

  await approve('Grace Hopper').focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Grace')).toHaveCount(0)
  await expect(approve('Ada Lovelace')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ada')).toHaveCount(0)
  await expect(approve('Bo Ng')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByText('Nobody waits for a decision')).toBeVisible()
})

test('a rejection asks for a reason, which stands in the mail', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Rejected With Reason')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin)
  await page.goto(address(event))

  await page.getByRole('button', { name: 'Reject Ada Lovelace' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('The boat only holds forty people')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Status Updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Ada').getByText('Rejected')).toBeVisible()
  expect((await attendee(product, event, 'Ada Lovelace')).reason).toBe('The boat only holds forty people')
  const cookie = await administrator(product)
  await expect
    .poll(() => product.mailTo(emailOf(event, 'Ada Lovelace'), ''), { timeout: 10_000 })
    .toContain('The boat only holds forty people')
  expect(cookie).not.toBe('')
})

test('an approved attendee gets the mail again, a new code, and waits again', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Again And Anew')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()
  const first = await attendee(product, event, 'Ada Lovelace')

  await page.getByRole('button', { name: 'Resend QR email to Ada Lovelace' }).click()
  await expect(page.getByText('Email Resent')).toBeVisible()
  expect((await attendee(product, event, 'Ada Lovelace')).qrCodePayload).toBe(first.qrCodePayload)

  await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
  const details = page.getByRole('dialog', { name: 'Ada Lovelace' })
  await expect(details.getByText(first.code).first()).toBeVisible()
  const picture = details.getByRole('img', { name: /QR code of Ada/ })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  await expectAccessible(page)
  const drawn = await picture.getAttribute('src')
  await details.getByRole('button', { name: 'New QR code' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new QR code' }).click()
  await expect(page.getByText('New QR Code Sent')).toBeVisible()
  const second = await attendee(product, event, 'Ada Lovelace')
  expect(second.qrCodePayload).not.toBe(first.qrCodePayload)
  await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(picture).not.toHaveAttribute('src', drawn ?? '')
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(rowOf(page, 'Ada').getByText('Pending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve Ada Lovelace' })).toBeVisible()
  expect((await attendee(product, event, 'Ada Lovelace')).qrCodePayload).toBeNull()
})

test('many are approved at once, and who was decided already is left alone', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Many At Once', { capacity: 2 })
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper', 'Bo Ng', 'Xiomara Martina')
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  await expect(page.getByText('Waiting list')).toHaveCount(2)
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()

  await page.getByLabel('Select this page').check()
  const bar = page.getByRole('region', { name: 'Selected attendees' })
  await expect(bar).toContainText('4 selected')
  await expect(bar).toContainText('1 already decided, left alone.')
  await page.getByLabel('Select Xiomara Martina').uncheck()
  await bar.getByRole('button', { name: 'Approve 2' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('1 more than the 2 places')
  await question.getByRole('button', { name: 'Approve 2' }).click()

  await expect(page.getByText('2 attendees approved. One was already decided and was left alone.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approved 3/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await product.mailTo(emailOf(event, 'Bo Ng'), 'Your registration for')

  await page.getByLabel('Select Xiomara Martina').focus()
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: 'Reject 1' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Full')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 1' }).click()
  await expect(rowOf(page, 'Xiomara').getByText('Rejected')).toBeVisible()
  expect((await attendee(product, event, 'Xiomara')).reason).toBe('Full')
})

test('three hundred are searched, filtered, sorted, paged, chosen and exported', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Three Hundred')
  for (let from = 0; from < 300; from += 10) {
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
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  const rows = page.locator('tbody tr')
  await expect(page.getByText('300 attendees', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(50)

  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await expect(rows.first()).toContainText('Number 000')
  await expect(page).toHaveURL(/sort=lastName/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(rows.first()).toContainText('Number 050')
  await page.reload()
  await expect(rows.first()).toContainText('Number 050')
  await page.goBack()
  await expect(rows.first()).toContainText('Number 000')

  await page.getByLabel('Search attendees').fill('number 29')
  await expect(rows).toHaveCount(10)
  await expect(page.getByText('10 attendees found')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Export CSV/ }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  expect(csv).toContain('Number 291')
  expect(csv).not.toContain('Number 281')

  await page.getByLabel('Search attendees').fill('odd ltd')
  await expect(page.getByText('150 attendees found')).toBeVisible()
  await page.getByLabel('Select this page').check()
  const bar = page.getByRole('region', { name: 'Selected attendees' })
  await expect(bar).toContainText('50 selected')
  await bar.getByRole('button', { name: 'Select all 150' }).click()
  await bar.getByRole('button', { name: 'Approve 150' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve 150' }).click()
  await expect(page.getByText('150 attendees approved.')).toBeVisible()
  await page.getByLabel('Search attendees').fill('')
  await page.getByRole('button', { name: /^Approved 150/ }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(rows.first()).toContainText('Number 001')
  await page.getByLabel('Show').selectOption('Rejected')
  await expect(page.getByText('Nobody is rejected')).toBeVisible()
  await page.getByRole('button', { name: 'Show all attendees' }).click()
  await expect(page.getByText('300 attendees', { exact: true })).toBeVisible()
})

test('a registration comes in without a reload, and the row under the pointer stays there', async ({
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Coming In')
  const names = Array.from({ length: 20 }, (_, index) => `Early Bird${index}`)
  await registerAll(product, event, ...names)
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  const held = page.getByRole('button', { name: 'Approve Early Bird12' })
  await held.hover()
  const before = await held.boundingBox()

  await registerAll(product, event, 'Late Comer')

  await expect(rowOf(page, 'Late Comer')).toHaveCount(1, { timeout: 3_000 })
  await expect(page.getByRole('button', { name: /^Pending 21/ })).toBeAttached()
  expect((await held.boundingBox())?.y).toBeCloseTo(before?.y ?? 0, 0)

  const other = await signedIn(product.admin)
  await other.goto(address(event))
  await page.getByRole('button', { name: 'Approve Late Comer' }).click()
  await expect(rowOf(other, 'Late Comer').getByText('Approved')).toBeVisible({ timeout: 3_000 })
})

test('a decision that somebody else took first says so and shows theirs', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Too Late')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin)
  // Without the stream this screen does not hear about the other one.
  await page.route('**/api/stream', (route) => route.abort())
  await page.goto(address(event))
  await expect(page.getByRole('button', { name: 'Approve Ada Lovelace' })).toBeVisible()
  const { id } = await attendee(product, event, 'Ada Lovelace')
  await fetch(`${product.url}/api/events/${event.id}/registrations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', cookie: await administrator(product) },
    body: JSON.stringify({ status: 'rejected' }),
  })

  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()

  await expect(page.getByText('Update Failed')).toBeVisible()
  await expect(page.getByText(/Failed to update attendee status/)).toBeVisible()
  await expect(rowOf(page, 'Ada').getByText('Rejected')).toBeVisible()
})

test('calls that fail say which one it was', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Failing Calls')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin)
  const broken = (route: { fulfill: (answer: { status: number; body: string }) => Promise<void> }) =>
    route.fulfill({ status: 500, body: '' })

  await page.route(`**/api/events/${event.id}`, broken)
  await page.goto(address(event))
  await expect(page.getByText('Failed to fetch event')).toBeVisible()
  await page.unroute(`**/api/events/${event.id}`)
  await page.route(`**/api/events/${event.id}/registrations?*`, broken)
  await page.reload()
  await expect(page.getByText('Failed to fetch registrations')).toBeVisible()
  await page.unroute(`**/api/events/${event.id}/registrations?*`)
  await page.getByRole('button', { name: 'Try again' }).click()

  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()
  await page.route('**/resend', broken)
  await page.getByRole('button', { name: 'Resend QR email to Ada Lovelace' }).click()
  await expect(page.getByText('Resend Failed')).toBeVisible()
  await expect(page.getByText('Failed to resend email', { exact: true })).toBeVisible()
})

test('a mail that failed is shown with a way to send it again', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Failed Mail')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin)
  // Mails are files here and never fail; only the words about it are looked at.
  await page.route(`**/api/events/${event.id}/registrations?*`, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { mail: object }[]
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, mail: { ...row.mail, state: 'failed' } })) })
  })
  await page.goto(address(event))

  await expect(rowOf(page, 'Ada').getByText('Mail Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/could not be delivered/)).toBeVisible()
})

test('the door list is by last name, on paper alone, with page numbers', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'On Paper')
  const names = ['Ada Zwart', 'Bo Álvarez', 'Cy Martina', ...Array.from({ length: 60 }, (_, n) => `Extra Person${n}`)]
  await registerAll(product, event, ...names)
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  await page
    .getByRole('button', { name: 'Reject Cy Martina' })
    .scrollIntoViewIfNeeded()
    .catch(() => undefined)
  await page.goto(address(event, '?q=martina'))
  await page.getByRole('button', { name: 'Reject Cy Martina' }).click()
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
  const page = await signedIn(product.admin)
  await page.goto(address(event))
  await expect(page.getByText('Nobody has registered yet')).toBeVisible()

  await page.getByRole('link', { name: 'Check-in mode' }).click()
  await expect(page).toHaveURL(/#door$/)
  await page.goBack()
  await page.getByRole('link', { name: 'Door & volunteers' }).click()
  await expect(page).toHaveURL(/#volunteers$/)
  await page.getByRole('link', { name: 'Attendees', exact: true }).click()
  await expect(page.getByText('Nobody has registered yet')).toBeVisible()
  await page.getByRole('link', { name: 'Back to Events' }).click()
  await expect(page).toHaveURL(/\/events$/)
})

for (const id of ['00000000-0000-4000-8000-000000000000', 'no-id-at-all']) {
  test(`an event that does not exist is not found: ${id}`, async ({ product, signedIn }) => {
    const page = await signedIn(product.admin)
    await page.goto(`/events/${id}/attendees`)
    await expect(page.getByText('Event Not Found')).toBeVisible()
    await expect(page.getByText('This event is not available or has been removed.')).toBeVisible()
    await expectAccessible(page)
  })
}

test('the attendees are good everywhere', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'A Very Long Name Of An Event Along The Whole Waterfront Of Otrobanda And Back')
  await register(product, event, {
    firstName: 'Maximiliana Wilhelmina Alexandra',
    lastName: 'van der Bilt-Østergaard de la Cruz',
    email: `a.very.long.address.of.somebody.${event.shortCode}@a-very-long-company-domain.example.com`,
    companyName: 'An Extraordinarily Long Company Name From The Chamber Of Commerce',
  })
  await registerAll(product, event, 'Ada Lovelace', '<img src=x onerror="document.title=1"> Markup')
  const page = await signedIn(product.admin)
  await page.goto(address(event))
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
