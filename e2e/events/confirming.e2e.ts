import type { Page } from '@playwright/test'
import { anEvent, type MadeEvent } from '../support/event-making.ts'
import { expect, expectGoodEverywhere, type Product, test, waitForScript } from '../support/product.ts'

async function registerAs(page: Page, event: MadeEvent, firstName: string, button = 'Register for Event') {
  await page.goto(`/e/${event.shortCode}`)
  await waitForScript(page)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Martina')
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@visitor.test`)
  await page.getByLabel('Phone').fill('+5999 123 4567')
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeVisible()
}

async function confirmLink(product: Product, event: MadeEvent, firstName: string) {
  const mail = await product.mailTo(`${firstName.toLowerCase()}@visitor.test`, 'Confirm your registration')
  return `/e/${event.shortCode}?r=${/\?r=([\w.-]+)/.exec(mail)?.[1]}`
}

test('a visitor keeps one of the last places by a press behind the emailed link, and the organiser sees who waits', async ({
  page,
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Nearly full', { capacity: 10, confirmation: 'nearly-full' })
  await registerAs(page, event, 'Zoe')
  await expect(page.getByText('press the link in it within 30 minutes to keep your place')).toBeVisible()

  const organiser = await signedIn(product.admin, `/events/${event.id}/attendees`)
  await expect(organiser.getByText('1 waits for their email to be confirmed.')).toBeVisible()
  await expect(organiser.getByText('No one has registered yet')).toBeVisible()
  await organiser.getByRole('button', { name: 'Show them' }).click()
  const row = organiser.getByRole('row', { name: /Zoe/ })
  await expect(row.getByText('Unconfirmed')).toBeVisible()
  const more = organiser.getByRole('button', { name: 'More actions for Zoe Martina' })
  const reject = organiser.getByRole('menuitem', { name: 'Reject' })
  await more.click()
  await expect(organiser.getByRole('menuitem').first()).toBeVisible()
  await expect(reject).toHaveCount(0)
  await organiser.keyboard.press('Escape')
  await expectGoodEverywhere(organiser, row.getByText('Unconfirmed'))

  await page.goto(await confirmLink(product, event, 'Zoe'))
  await expect(page.getByRole('heading', { name: 'Keep your place, Zoe.' })).toBeVisible()
  await expect(page.getByText(/We keep a place for you for (29|30) more minutes, until/)).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm my registration' })
  await expectGoodEverywhere(page, confirm)
  await confirm.click()
  await expect(page.getByRole('heading', { name: 'Almost there, Zoe.' })).toBeVisible()
  await expect(confirm).toHaveCount(0)

  await expect(organiser.getByText('Everyone has confirmed their email')).toBeVisible()
  await organiser.getByRole('button', { name: 'Show all attendees' }).click()
  await organiser.setViewportSize({ width: 1440, height: 800 })
  await more.click()
  await expect(reject).toBeVisible()
})

test('an organiser approves whoever cannot confirm', async ({ page, product, signedIn }) => {
  const event = await anEvent(product, 'Approved without a press', { capacity: 10, confirmation: 'always' })
  await registerAs(page, event, 'Xavi')
  const organiser = await signedIn(product.admin, `/events/${event.id}/attendees?confirmed=no`)
  await organiser.getByRole('button', { name: 'Approve Xavi Martina' }).click()

  await page.goto(await confirmLink(product, event, 'Xavi'))
  await expect(page.getByRole('heading', { name: 'You are in, Xavi!' })).toBeVisible()
})

test('an organiser chooses when an event asks for a confirmation', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Chosen by the organiser', { capacity: 40 })
  const page = await signedIn(product.admin, '/events')
  const card = page.getByRole('article', { name: event.title, exact: true })
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const choice = page.getByLabel('Confirm by email')
  await expect(choice).toHaveValue('off')
  await choice.selectOption('Always')
  await expect(page.getByText('A place is kept for 30 minutes until the link in the email is pressed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(choice).toBeHidden()

  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await expect(choice).toHaveValue('always')
})
