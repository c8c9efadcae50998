import type { Page } from '@playwright/test'
import { anAttendee, anEvent, attendees } from '../support/event-making.ts'
import { emptyPage, expect, expectGoodEverywhere, tabTo, test } from '../support/product.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true })
const nextYear = new Date().getFullYear() + 1

/** Cards but the next event's are folded. */
async function unfold(page: Page, title: string) {
  const details = card(page, title).getByRole('button', { name: 'Details' })
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click()
}

async function act(page: Page, title: string, name: string) {
  await card(page, title).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('an event is created, shared, deactivated and deleted, and each step says so', async ({
  browser,
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await expect(dialog(page).getByLabel('Branding Colour')).toHaveValue('#ff6600')
  await dialog(page).getByLabel('Title').fill('Sunrise run')
  await dialog(page).getByLabel('Description').fill('Five easy kilometres along the water')
  await dialog(page).getByLabel('Date & Time').fill(`${nextYear}-01-20T09:00`)
  await dialog(page).getByLabel('Ends').fill(`${nextYear}-01-20T11:30`)
  await dialog(page).getByLabel('Place').fill('Mambo Beach')
  await dialog(page).getByLabel('Capacity').fill('120')
  await dialog(page).getByRole('button', { name: 'Create Event' }).click()

  await expect(page.getByText('Event Created!')).toBeVisible()
  const created = card(page, 'Sunrise run')
  for (const text of [
    `20 January ${nextYear}, 09:00–11:30`,
    'Mambo Beach',
    'Active',
    '#ff6600',
    'Total',
    'Checked In',
  ]) {
    await expect(created).toContainText(text)
  }
  await expect(created).toContainText('/ 120')
  const link = await created.getByLabel('Shareable link').inputValue()
  expect(link).toMatch(new RegExp(`^${product.url}/e/[0-9a-z]{8}$`))
  await expect(page.getByText('Short Link Ready')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Short Link Ready' })).toContainText(link)
  await expect(created.getByRole('link', { name: 'Manage Attendees' })).toHaveAttribute(
    'href',
    /\/events\/.+\/attendees/,
  )

  await created.getByRole('button', { name: 'Copy' }).click()
  await expect(created.getByRole('button', { name: 'Copied!' })).toBeVisible()
  await expect(page.getByText('Short Link Copied!')).toBeVisible()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await expect(created.getByRole('button', { name: 'Copy the link of Sunrise run', exact: true })).toBeVisible()

  await act(page, 'Sunrise run', 'Deactivate')
  await expect(created).toContainText('Inactive')
  const visitor = await browser.newPage()
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
  await act(page, 'Sunrise run', 'Activate')
  await expect(page.getByText('Event activated')).toBeVisible()
  await visitor.reload()
  await expect(visitor.getByRole('heading', { name: 'Sunrise run' })).toBeVisible()
  await visitor.close()

  await act(page, 'Sunrise run', 'Delete')
  const question = page.getByRole('alertdialog', { name: 'Delete this event?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(created).toBeVisible()
  await act(page, 'Sunrise run', 'Delete')
  await question.getByRole('button', { name: 'Delete event' }).click()
  await expect(page.getByText('Event deleted')).toBeVisible()
  await expect(created).toHaveCount(0)
})

test('a new event comes into sight among the others, marked', async ({ product, signedIn }) => {
  for (const number of [1, 2, 3, 4]) await anEvent(product, `Earlier event ${number}`)
  const page = await signedIn(product.admin, '/events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  await dialog(page).getByLabel('Title').fill('The newest of all')
  await dialog(page).getByLabel('Description').fill('Five easy kilometres along the water')
  await dialog(page)
    .getByLabel('Date & Time')
    .fill(`${nextYear + 1}-01-20T09:00`)
  await dialog(page).getByLabel('YouTube URL').fill('youtu.be/abc')
  await dialog(page).getByRole('button', { name: 'Create Event' }).click()

  const created = card(page, 'The newest of all')
  await expect(created).toBeFocused()
  await expect(created).toBeInViewport()
  await expect(created.getByText('New', { exact: true })).toBeVisible()
  await expect(card(page, 'Earlier event 1').getByText('New', { exact: true })).toHaveCount(0)
})

test('what is wrong stands beside its field, and a failure has its title', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/events')
  await page.getByRole('button', { name: 'Create Event' }).click()
  const submit = dialog(page).getByRole('button', { name: 'Create Event' })
  await submit.click()
  for (const message of ['Event title is required', 'Description is required', 'Event date is required']) {
    await expect(dialog(page).getByText(message)).toBeVisible()
  }
  await dialog(page).getByLabel('Title').fill('Run')
  await dialog(page).getByLabel('Description').fill('Too short')
  await dialog(page).getByLabel('Date & Time').fill('2020-01-20T09:00')
  await dialog(page).getByLabel('Ends').fill('2019-01-20T09:00')
  await dialog(page).getByLabel('Capacity').fill('0')
  await dialog(page).getByLabel('Branding Colour').fill('orange')
  await dialog(page).getByLabel('YouTube URL').fill('last year')
  await submit.click()
  await expect(dialog(page).getByText('Must be a valid URL')).toBeVisible()
  await dialog(page).getByLabel('YouTube URL').fill('https://example.com/video')
  await submit.click()
  for (const message of [
    'Title must be at least 5 characters',
    'Description must be at least 10 characters',
    'Event date must be in the future',
    'The end must be after the start',
    'Capacity must be at least 1',
    'Invalid color format (use hex color like #ff6600)',
    'Please enter a valid YouTube URL',
  ]) {
    await expect(dialog(page).getByText(message)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page), 'typed text is not lost by a stray key').toBeVisible()

  await dialog(page).getByLabel('Title').fill('Never created')
  await dialog(page).getByLabel('Description').fill('Because the server is down')
  await dialog(page).getByLabel('Date & Time').fill(`${nextYear}-01-20T09:00`)
  await dialog(page).getByLabel('Ends').fill('')
  await dialog(page).getByLabel('Capacity').fill('')
  await dialog(page).getByLabel('Branding Colour').fill('#0c677b')
  await dialog(page).getByLabel('YouTube URL').fill('https://youtu.be/abc')
  await page.route('**/api/events', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await submit.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to Create Event' })).toBeVisible()
  await expect(dialog(page).getByLabel('Title')).toHaveValue('Never created')
})

test('an event is edited: no date, own words in the mail, and a test of it', async ({ product, signedIn }) => {
  await anEvent(product, 'Edited event')
  const page = await signedIn(product.admin, '/events')
  await act(page, 'Edited event', 'Edit')
  await dialog(page).getByLabel('Date & Time').fill('')
  await dialog(page).getByLabel('Email Subject').fill('See you, ')
  await dialog(page).getByRole('button', { name: '{firstName}' }).click()
  await expect(dialog(page).getByLabel('Email Subject')).toHaveValue('See you, {firstName}')
  await dialog(page).getByLabel('Email Body').fill('Bring water. {unknown} stays.')
  const preview = dialog(page).getByRole('complementary', { name: 'Preview' })
  await expect(preview).toContainText('See you, Ada')
  await expect(page.frameLocator('iframe[title="The email as it is sent"]').getByText('{unknown} stays')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Send me a test email' }).click()
  await expect(page.getByText('Test email sent')).toBeVisible()
  await product.mailTo(product.admin.email, '[Test] See you, Ada')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Event updated')).toBeVisible()
  await expect(card(page, 'Edited event')).toContainText('Date TBD')
})

test('forty events fold into a page, the next one is open, and one button is orange', async ({ product, signedIn }) => {
  const day = 24 * 60 * 60_000
  const next = await anEvent(product, 'Next of forty', { eventDate: new Date(Date.now() + 60_000).toISOString() })
  for (let number = 1; number < 40; number++) {
    const eventDate = new Date(Date.now() + (40 + number) * day).toISOString()
    await anEvent(product, `Folded event ${number}`, { eventDate, endsAt: null })
  }
  await anAttendee(product, next, 'Rosa')
  const page = await signedIn(product.admin, emptyPage)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/events')
  await expect(card(page, 'Next of forty').getByLabel('Shareable link')).toBeVisible()
  await expect(card(page, 'Next of forty')).toContainText('1 waiting for a decision')
  const later = card(page, 'Folded event 30')
  await expect(later).toContainText('Total0')
  await expect(later.getByRole('link', { name: 'Manage Attendees' })).toBeVisible()
  await expect(later.getByLabel('Shareable link')).toHaveCount(0)
  const count = await page.getByRole('article').count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height - 60 * Math.max(0, count - 40), 'height of forty events').toBeLessThanOrEqual(3_000)
  const orange = await page.locator('main').evaluate((main) => {
    const create = [...main.querySelectorAll('button')].find((button) => button.textContent?.includes('Create Event'))
    const colour = create && getComputedStyle(create).backgroundColor
    return [...main.querySelectorAll('a, button')].filter((one) => getComputedStyle(one).backgroundColor === colour)
      .length
  })
  expect(orange, 'primary buttons').toBe(1)

  await later.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(later.getByLabel('Shareable link')).toBeVisible()
  await expect(later).toContainText('Five easy kilometres')
  await later.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(later.getByLabel('Shareable link')).toHaveCount(0)
})

test('an event with attendees cannot be deleted, and its counts move by themselves', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Wanted event')
  const page = await signedIn(product.admin, '/events')
  await expect(card(page, 'Wanted event')).toContainText('Total0')
  await anAttendee(product, event, 'Rosa')
  await expect(card(page, 'Wanted event')).toContainText('Total1')
  await expect(card(page, 'Wanted event')).toContainText('1 waiting for a decision')
  await act(page, 'Wanted event', 'Delete')
  await page.getByRole('button', { name: 'Delete event' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to Delete Event' })).toContainText(
    'People have registered for this event. Deactivate it instead of deleting it.',
  )
  await expect.poll(() => attendees(product, event)).toHaveLength(1)
})

test('a refused clipboard says how to copy by hand', async ({ product, signedIn }) => {
  await anEvent(product, 'Copied by hand')
  const page = await signedIn(product.admin, emptyPage)
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'))
  })
  await page.goto('/events')
  await unfold(page, 'Copied by hand')
  await card(page, 'Copied by hand').getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Failed to Copy' })).toContainText(
    'Please copy the link manually',
  )
})

test('a company sees active events as they come, and registers in a new tab', async ({ product, signedIn }) => {
  const company = await product.aCompany('Event Goers')
  const page = await signedIn(company, '/events')
  const foreign: string[] = []
  page.on('request', (request) => request.url().startsWith(product.url) || foreign.push(request.url()))
  await expect(page.getByRole('heading', { name: 'Events', level: 1 })).toBeVisible()
  const event = await anEvent(product, 'Company event', { youtubeUrl: 'https://youtu.be/abc' })
  const poster = card(page, 'Company event')
  await expect(poster, 'without a reload').toContainText('Five easy kilometres')
  await expect(poster.getByRole('link', { name: 'Watch Video' })).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(poster.getByRole('link', { name: 'Watch Video' })).toHaveAttribute('target', '_blank')
  expect(foreign).toEqual([])
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    poster.getByRole('link', { name: 'Register for Event' }).click(),
  ])
  await expect(tab).toHaveURL(`/event-registration/${event.id}`)
  await expect(tab.getByRole('heading', { name: 'Company event' })).toBeVisible()
})

test('without an event a company reads that there is none', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Early Birds'), emptyPage)
  await page.route('**/api/events', (route) => route.fulfill({ json: [] }))
  await page.goto('/events')
  await expect(page.getByText('No upcoming events at this time.')).toBeVisible()
})

test('the form is filled in with the keyboard alone', { tag: '@slow' }, async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/events')
  await tabTo(page, page.getByRole('button', { name: 'Create Event' }))
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Title')).toBeFocused()
  await page.keyboard.type('Keyboard event')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Created without a mouse')
  await dialog(page).getByLabel('Date & Time').fill(`${nextYear}-02-01T08:00`)
  await tabTo(page, dialog(page).getByRole('button', { name: 'Create Event' }))
  await page.keyboard.press('Enter')
  await expect(card(page, 'Keyboard event')).toBeVisible()
})

test('the pages of administrators and companies are good everywhere', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  await anEvent(product, 'Seen everywhere', { brandingColor: '#ffffff', youtubeUrl: 'https://youtu.be/abc' })
  await anEvent(product, 'Also seen everywhere', { brandingColor: '#211100' })
  const page = await signedIn(product.admin, '/events')
  await expectGoodEverywhere(page, card(page, 'Seen everywhere'))
  await page.getByRole('button', { name: 'Create Event' }).click()
  await dialog(page).getByRole('button', { name: 'Create Event' }).click()
  await expectGoodEverywhere(page, dialog(page).getByText('Event title is required'))
  const company = await signedIn(await product.aCompany('Everywhere Ltd'), '/events')
  await expectGoodEverywhere(company, card(company, 'Seen everywhere'))
})
