import type { Page } from '@playwright/test'
import { anEvent, attendee, type Event, emailOf, registerAll } from '../support/attending.ts'
import { administrator } from '../support/challenge.ts'
import { dismissToast, emptyPage, expect, expectAccessible, tabTo, test } from '../support/product.ts'

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })
const address = (event: Event, rest = '') => `/events/${event.id}/attendees${rest}`

test('somebody is approved by keyboard alone, and the QR code arrives by mail', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Approved By Keyboard')
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper')
  const page = await signedIn(product.admin, address(event))
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
  await expect(rowOf(page, 'Ada').getByText('Email Sent')).toBeVisible()
  const mail = await product.mailTo(emailOf(event, 'Ada Lovelace'), 'Your registration for')
  expect(mail).toMatch(/Content-ID: <[^>]+>/i)
  expect(mail).toMatch(/src="cid:[^"]+"/)
  expect(mail).not.toContain('src="data:')
})

test('in the list of those who wait, deciding leads to the next one', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'One After The Other')
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper', 'Bo Ng')
  const page = await signedIn(product.admin, address(event, '?status=pending&sort=lastName'))
  const approve = (name: string) => page.getByRole('button', { name: `Approve ${name}` })

  await approve('Grace Hopper').focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Grace')).toHaveCount(0)
  await expect(approve('Ada Lovelace')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ada')).toHaveCount(0)
  await expect(approve('Bo Ng')).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(page.getByText('No one is awaiting a decision')).toBeVisible()
})

test('a rejection asks for a reason, which stands in the mail', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Rejected With Reason')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin, address(event))

  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Reject' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).focus()
  await page.keyboard.press('r')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The boat only holds forty people')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByText('Status Updated')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, 'Ada').getByText('Rejected')).toBeVisible()
  expect((await attendee(product, event, 'Ada Lovelace')).reason).toBe('The boat only holds forty people')
  const mail = await product.mailTo(emailOf(event, 'Ada Lovelace'), 'About your registration for')
  expect(mail).toContain('The boat only holds forty people')
})

test('an approved attendee gets the mail again, a new code, and waits again', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Again And Anew')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin, address(event))
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()
  // The row says so before the server does.
  await expect.poll(() => attendee(product, event, 'Ada Lovelace').then(({ status }) => status)).toBe('approved')
  const first = await attendee(product, event, 'Ada Lovelace')

  await dismissToast(page)
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
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new QR code' }).click()
  await expect(page.getByText('New QR Code Sent')).toBeVisible()
  const second = await attendee(product, event, 'Ada Lovelace')
  expect(second.qrCodePayload).not.toBe(first.qrCodePayload)
  await expect(page.getByRole('button', { name: 'Ada Lovelace', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(picture).not.toHaveAttribute('src', drawn ?? '')
  await page.keyboard.press('Escape')

  await dismissToast(page)
  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Reopen' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(rowOf(page, 'Ada').getByText('Pending')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve Ada Lovelace' })).toBeVisible()
  await expect.poll(() => attendee(product, event, 'Ada Lovelace').then((row) => row.qrCodePayload)).toBeNull()
})

test('many are approved at once, and who was decided already is not changed', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Many At Once', { capacity: 2 })
  await registerAll(product, event, 'Ada Lovelace', 'Grace Hopper', 'Bo Ng', 'Xiomara Martina')
  const page = await signedIn(product.admin, address(event))
  await expect(page.getByText('Waiting list', { exact: true })).toHaveCount(2)
  await page.getByRole('button', { name: 'Approve Ada Lovelace' }).click()
  await expect(rowOf(page, 'Ada').getByText('Approved')).toBeVisible()

  await page.getByLabel('Select this page').check()
  const bar = page.getByRole('region', { name: 'Selected attendees' })
  await expect(bar).toContainText('4 selected')
  await expect(bar).toContainText('1 already decided, not changed.')
  await page.getByLabel('Select Xiomara Martina').uncheck()
  await bar.getByRole('button', { name: 'Approve 2' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('There is 1 place left.')
  await question.getByRole('button', { name: 'Approve 2' }).click()

  const told =
    '1 attendee approved. One was already decided and was not changed. One was not approved: all places are taken'
  await expect(page.getByText(told)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Approved 2/ })).toBeVisible()
  await expect(bar).toHaveCount(0)
  await expect(rowOf(page, 'Bo').getByText('Waiting list')).toBeVisible()
  await product.mailTo(emailOf(event, 'Grace Hopper'), 'Your registration for')

  await page.getByLabel('Select Xiomara Martina').focus()
  await page.keyboard.press('x')
  await bar.getByRole('button', { name: 'Reject 1' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Full')
  await page.getByRole('dialog').getByRole('button', { name: 'Reject 1' }).click()
  await expect(rowOf(page, 'Xiomara').getByText('Rejected')).toBeVisible()
  await expect.poll(() => attendee(product, event, 'Xiomara').then(({ reason }) => reason)).toBe('Full')
})

test('a decision that somebody else took first says so and shows theirs', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Too Late')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin, emptyPage)
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
  const page = await signedIn(product.admin, emptyPage)
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
  // The row shows the decision before the server has confirmed it; its toast would take the place of the next one.
  await expect(page.getByText('Status Updated', { exact: true })).toBeVisible()
  await dismissToast(page)
  await page.route('**/resend', broken)
  await page.getByRole('button', { name: 'Resend QR email to Ada Lovelace' }).click()
  await expect(page.getByText('Resend Failed')).toBeVisible()
  await expect(page.getByText('Failed to resend email', { exact: true })).toBeVisible()
})

test('a mail that failed is shown with a way to send it again', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Failed Mail')
  await registerAll(product, event, 'Ada Lovelace')
  const page = await signedIn(product.admin, emptyPage)
  // Mails are files here and never fail; only the words about it are looked at.
  await page.route(`**/api/events/${event.id}/registrations?*`, async (route) => {
    const response = await route.fetch()
    const rows = (await response.json()) as { mail: object }[]
    await route.fulfill({ response, json: rows.map((row) => ({ ...row, mail: { ...row.mail, state: 'failed' } })) })
  })
  await page.goto(address(event))

  await expect(rowOf(page, 'Ada').getByText('Email Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Ada Lovelace', exact: true }).click()
  await expect(page.getByRole('dialog').getByText(/could not be delivered/)).toBeVisible()
})
