import type { Page } from '@playwright/test'
import { anAttendee, anEvent, cancelEvent, decide } from '../support/event-making.ts'
import { expect, expectGoodEverywhere, test, waitForScript } from '../support/product.ts'

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })

test('an administrator cancels an event: asked first, everyone emailed, and every page says so', async ({
  browser,
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Stormy event')
  const ada = await anAttendee(product, event, 'Thunder')
  const ben = await anAttendee(product, event, 'Breeze')
  await decide(product, event, ada.id, { status: 'approved' })
  const company = await signedIn(await product.aCompany('Storm Watchers'), '/events')
  await expect(card(company, 'Stormy event').getByRole('link', { name: 'Register for Event' })).toBeVisible()

  const page = await signedIn(product.admin, '/events')
  await card(page, 'Stormy event').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Cancel event' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel this event?' })
  await expect(question).toContainText('2 people will get an email')
  await expect(question).toContainText('This cannot be undone.')
  await question.getByLabel('Reason').fill('A storm is coming.\nStay at home.')
  await question.getByRole('button', { name: 'Cancel event' }).click()
  await expect(page.getByText('The emails to 2 people are on their way.')).toBeVisible()
  await expect(card(page, 'Stormy event')).toContainText('Cancelled')
  await expect(card(page, 'Stormy event')).not.toContainText('Active')
  await expect(card(page, 'Stormy event').getByRole('button', { name: 'More' }), 'the focus returns').toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /Cancel event|Edit/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await expect(card(company, 'Stormy event'), 'without a reload').toContainText('This event was cancelled.')
  await expect(card(company, 'Stormy event').getByRole('link', { name: 'Register for Event' })).toHaveCount(0)
  for (const { email } of [ada, ben]) {
    const mail = await product.mailTo(email, 'Cancelled: Stormy event')
    expect(mail).toContain('A storm is coming.')
    expect(mail).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/i)
  }

  const visitor = await (await browser.newContext({ baseURL: product.url })).newPage()
  await visitor.goto(`/e/${event.shortCode}`)
  const heading = visitor.getByRole('heading', { name: 'This event was cancelled.' })
  await expect(heading).toBeVisible()
  await expect(visitor.getByText('A storm is coming.')).toBeVisible()
  await expect(visitor.getByLabel('First Name')).toHaveCount(0)
  await expectGoodEverywhere(visitor, heading)
  await visitor.goto(ada.own)
  await expect(visitor.getByRole('heading', { name: 'This event was cancelled.' })).toBeVisible()
  await expect(visitor.getByRole('img', { name: 'Your QR code' })).toHaveCount(0)
  await expect(visitor.getByRole('button', { name: 'Cancel my registration' })).toHaveCount(0)
  await visitor.context().close()
})

test('cancelled while somebody typed: the page says so, aloud too', async ({ page, product }) => {
  const event = await anEvent(product, 'Suddenly cancelled')
  await page.goto(`/e/${event.shortCode}`)
  await waitForScript(page)
  await page.getByLabel('First Name').fill('Typing')
  await page.getByLabel('Last Name').fill('Martina')
  await page.getByLabel('Email').fill('typing@visitor.test')
  await page.getByLabel('Phone').fill('+5999 123 4567')
  await cancelEvent(product, event, 'Too few people.')
  await page.getByRole('button', { name: 'Register for Event' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Registration Failed' })).toContainText(
    'This event was cancelled.',
  )
  const heading = page.getByRole('heading', { name: 'This event was cancelled.' })
  await expect(heading).toBeFocused()
  await expect(heading).toHaveAccessibleDescription('Too few people.')
})

test('the attendees of a cancelled event can be read, and nothing can be decided', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Read only event')
  await anAttendee(product, event, 'Unread')
  const kim = await anAttendee(product, event, 'Drizzle')
  await decide(product, event, kim.id, { status: 'approved' })
  await cancelEvent(product, event, '')
  const page = await signedIn(product.admin, `/events/${event.id}/attendees`)
  await expect(page.getByText('Event cancelled').first()).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Unread Martina' })
  await expect(row).toBeVisible()
  await expect(page.getByRole('button', { name: /^((Approve|Reject) |Resend)/ })).toHaveCount(0)
  await expect(page.getByText('In a row:'), 'no keys that would do nothing').toHaveCount(0)
  await expect(page.getByRole('checkbox'), 'nothing to select for').toHaveCount(0)
  await row.getByRole('button', { name: 'More actions for Unread Martina' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Show details'])
})
