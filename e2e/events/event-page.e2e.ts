import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { administrator } from '../support/challenge.ts'
import {
  anAttendee,
  anEvent,
  anEventJustOver,
  attendees,
  deactivate,
  decide,
  endSoon,
} from '../support/event-making.ts'
import { expect, expectGoodEverywhere, requireOk, test, waitForScript } from '../support/product.ts'
import { readCode } from '../support/read-code.ts'

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const register = (page: Page) => page.getByRole('button', { name: 'Register for Event' })

/** Before that the page works too, but a press is answered by the server and not by the form. */
async function fillIn(page: Page, firstName: string) {
  await waitForScript(page)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Martina')
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@visitor.test`)
  await page.getByLabel('Phone').fill('+5999 123 4567')
}

test('a visitor registers on a phone, loses the network in between, and is registered once', async ({
  page,
  product,
}) => {
  const event = await anEvent(product, 'Phone event', { description: 'Come as you are, leave with a smile.' })
  await page.goto(`/e/${event.shortCode.toUpperCase()}`)
  await expect(page).toHaveTitle(/Phone event/)
  for (const text of ['Come as you are', 'Mambo Beach', 'What to Expect', 'We store your name, contact details']) {
    await expect(page.getByText(text).first()).toBeVisible()
  }

  await waitForScript(page)
  await register(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Missing Information' })
  await expect(alert).toContainText('Please fill in all required fields')
  await expect(page.getByText('Please enter your first name')).toBeVisible()
  await expect(page.getByLabel('First Name')).toBeFocused()

  await fillIn(page, 'Shanice')
  await expect(alert, 'gone as soon as it is no longer true').toBeHidden()
  await page.getByLabel('Email').fill('not an address')
  await register(page).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await page.getByLabel('Email').fill('shanice@visitor.test')
  await page.reload()
  await expect(page.getByLabel('First Name'), 'what was typed survives a reload').toHaveValue('Shanice')
  await expect(page.getByLabel('Email')).toHaveValue('shanice@visitor.test')

  await page.context().setOffline(true)
  await register(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Registration Failed' })).toContainText(
    'Failed to register for event. Please try again.',
  )
  await expect(page.getByText('No connection. What you typed stays here.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('you won’t be registered twice')).toBeVisible()

  // It arrives, but the answer is lost on the way back.
  await page.route('**/register', (route) => route.fetch().then(() => route.abort()), { times: 1 })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect.poll(async () => (await attendees(product, event)).length).toBe(1)

  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Registration Submitted!' })).toContainText(
    'pending approval',
  )
  expect(await attendees(product, event)).toHaveLength(1)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Registration Submitted!' }), 'not asked again').toBeVisible()
  await page.getByRole('button', { name: 'Register someone else' }).click()
  await expect(page.getByLabel('First Name')).toHaveValue('')
  await fillIn(page, 'Shanice')
  await register(page).click()
  await expect(page.getByRole('heading', { name: 'Already registered' })).toBeFocused()
  await expect(page.getByText(/You registered this address here .* ago\./)).toBeVisible()
  expect(await attendees(product, event)).toHaveLength(1)
})

test('an event that is gone, over or full says so', async ({ page, product }) => {
  for (const address of ['/e/zzzzzzzz', '/e/no', '/event-registration/11111111-1111-4111-8111-111111111111']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
    await expect(page.getByText('This event is not available or has been removed.')).toBeVisible()
  }

  const over = await anEventJustOver(product, 'Event that is over')
  await page.goto(`/e/${over.shortCode}`)
  await expect(page.getByRole('heading', { name: 'Registration is closed' })).toBeVisible()
  await expect(page.getByLabel('First Name')).toHaveCount(0)

  const full = await anEvent(product, 'Event that is full', { capacity: 1 })
  await anAttendee(product, full, 'Early')
  await page.goto(`/e/${full.shortCode}`)
  await expect(page.getByText('All places are taken.')).toBeVisible()
  await fillIn(page, 'Late')
  await page.getByRole('button', { name: 'Join the waiting list' }).click()
  await expect(page.getByText('you are on the waiting list')).toBeVisible()
})

test('closed while somebody typed: the page says so', async ({ page, product }) => {
  const event = await anEvent(product, 'Closing event')
  await page.goto(`/e/${event.shortCode}`)
  await fillIn(page, 'Slow')
  await endSoon(product, event)
  await register(page).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Registration Failed' })).toContainText(
    'Registration for this event is closed.',
  )
  const heading = page.getByRole('heading', { name: 'Registration is closed' })
  await expect(heading, 'the form is gone, and with it the button that had the focus').toBeFocused()
  await expect(heading).toHaveAccessibleDescription(/Registration for this event is closed\./)
})

test('taken away while somebody typed: the page says so', async ({ page, product }) => {
  const event = await anEvent(product, 'Vanishing event')
  await page.goto(`/e/${event.shortCode}`)
  await fillIn(page, 'Late')
  await deactivate(product, event)
  await register(page).click()
  await expect(page.getByText('No event available')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Event Not Found' })).toBeVisible()
})

test('without an id the first event is shown, also to somebody signed in', async ({ product, signedIn }) => {
  // Sooner than the events that other tests leave behind.
  const first = await anEvent(product, 'First of all', {
    eventDate: new Date(Date.now() + 600_000).toISOString(),
    endsAt: null,
  })
  const page = await signedIn(await product.aCompany('Curious Ltd'), '/event-registration')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first.title)
  await fillIn(page, 'Curious')
  await register(page).click()
  await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeVisible()
})

test('a failed fetch says so and can be tried again', async ({ page, product }) => {
  const event = await anEvent(product, 'Fetched again')
  await page.goto('/e/zzzzzzzz')
  await waitForScript(page)
  await page.route(`**/api/events/${event.shortCode}`, (route) => route.abort(), { times: 1 })
  await page.evaluate((path) => history.pushState(null, '', path), `/e/${event.shortCode}`)
  await expect(page.getByText('Failed to fetch event')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'Fetched again' })).toBeVisible()
})

/** Every address that was asked for, the page's own apart. */
function askedFor(page: Page): string[] {
  const addresses: string[] = []
  page.on('request', (request) => request.isNavigationRequest() || addresses.push(request.url()))
  return addresses
}

test('the own page follows what happens: waiting, approved with the code, cancelled', async ({ page, product }) => {
  const event = await anEvent(product, 'Followed event')
  const ada = await anAttendee(product, event, 'Ada')
  const addresses = askedFor(page)
  await page.goto(ada.own)
  await expect(page.getByRole('heading', { name: 'Almost there, Ada.' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', /calendar\.ics$/)

  await decide(product, event, ada.id, { status: 'approved' })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(page.getByRole('heading', { name: 'You are in, Ada!' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your QR code' })).toBeVisible()
  await expect.poll(() => readCode(page), 'the code can be read from the screen').toMatch(/^sw1\./)
  const [row] = await attendees(product, event)
  await expect(page.getByText(row?.code ?? '').first()).toBeVisible()

  await page.getByRole('button', { name: 'Full brightness' }).click()
  const large = page.getByRole('dialog', { name: 'Your QR code, full screen' })
  await expect(large).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await large.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Full brightness' })).toBeFocused()

  // The confirmation left a moment ago: nothing is sent, and nothing else is said.
  await page.getByRole('button', { name: 'Send me the email again' }).click()
  await expect(page.getByText('No email sent')).toBeVisible()
  await expect(page.getByText(/you can ask again in (10|9) minutes\./)).toBeVisible()
  await expect(page.getByText('Email Resent')).toHaveCount(0)

  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your registration?' })
  await question.getByRole('button', { name: 'Keep my place' }).click()
  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  await question.getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled your place.' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your QR code' })).toHaveCount(0)
  expect(addresses.filter((address) => address.includes(ada.token))).toEqual([])
})

test('somebody who is rejected reads why, and a broken link leads on', async ({ page, product }) => {
  const event = await anEvent(product, 'Choosy event')
  const eva = await anAttendee(product, event, 'Eva')
  await decide(product, event, eva.id, { status: 'rejected', reason: 'Only teams of four, sorry.' })
  await page.goto(eva.own)
  await expect(page.getByText('Only teams of four, sorry.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel my registration' })).toHaveCount(0)

  await page.goto(`${eva.own.slice(0, -3)}xyz`)
  await expect(page.getByText('This registration does not exist or is no longer here.')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the registration' }).click()
  await expect(register(page)).toBeVisible()
})

test('who is inside reads since when, and can no longer give the place back', async ({ page, product }) => {
  const event = await anEvent(product, 'Entered event')
  const ivy = await anAttendee(product, event, 'Ivy')
  await decide(product, event, ivy.id, { status: 'approved' })
  await page.goto(ivy.own)
  await expect(page.getByRole('button', { name: 'Cancel my registration' })).toBeVisible()
  const [row] = await attendees(product, event)
  const organiser = await administrator(product)
  await requireOk(product.post(`/api/events/${event.id}/check-in-opening`, {}, organiser))
  await requireOk(product.post(`/api/events/${event.id}/check-in`, { code: row?.code }, organiser))
  await page.reload()

  const state = page.getByRole('status').filter({ hasText: 'Welcome, Ivy!' })
  await expect(state).toContainText(/Checked In.*You were checked in at the entrance/)
  await expect(page.getByRole('button', { name: 'Cancel my registration' })).toHaveCount(0)
  await expectGoodEverywhere(page, state)
})

test('who was let in keeps the own code when the event leaves the public pages', async ({ page, product }) => {
  const event = await anEvent(product, 'Withdrawn event')
  const kim = await anAttendee(product, event, 'Kim')
  await decide(product, event, kim.id, { status: 'approved' })
  await deactivate(product, event)
  await page.goto(kim.own)
  await expect(page.getByRole('img', { name: 'Your QR code' })).toBeVisible()
})

test('the page asks nobody but us, and its scripts weigh at most 100 KB', async ({ page, product }) => {
  const event = await anEvent(product, 'Light event', { youtubeUrl: 'https://youtu.be/abc' })
  const foreign: string[] = []
  const scripts: Promise<number>[] = []
  page.on('request', (request) => request.url().startsWith(product.url) || foreign.push(request.url()))
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(`/e/${event.shortCode}`, { waitUntil: 'networkidle' })
  await expect(register(page)).toBeVisible()

  const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0)
  console.log(`registration page: ${(bytes / 1000).toFixed(1)} KB of gzip JavaScript`)
  expect(foreign).toEqual([])
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(100_000)
})

test('a chat that shows the link finds the event in the page itself', async ({ product }) => {
  const event = await anEvent(product, 'Shared <event> & "more"', { description: 'Seen in every chat of the island.' })
  const page = await (await fetch(`${product.url}/e/${event.shortCode}`)).text()
  const tag = (name: string) => new RegExp(`<meta[^>]*property="${name}"[^>]*content="([^"]*)"`).exec(page)?.[1]
  expect(tag('og:title')).toContain('Shared &lt;event&gt; &amp; &quot;more&quot;')
  expect(tag('og:description')).toContain('Seen in every chat')
  expect(page).toMatch(/<title>Shared &lt;event&gt;/)
})

test('the form, its states and the own page are good everywhere, whatever the colour', { tag: '@slow' }, async ({
  page,
  product,
}) => {
  for (const brandingColor of ['#ff6600', '#ffffff', '#211100', '#7f7f7f']) {
    const event = await anEvent(product, `A longer title in ${brandingColor}`, { brandingColor, capacity: 1 })
    await page.goto(`/e/${event.shortCode}`)
    await waitForScript(page)
    await register(page).click()
    await expectGoodEverywhere(page, page.getByText('Please enter your first name'))
  }
  const event = await anEvent(product, 'Good own page', { brandingColor: '#ffc02e' })
  const zoe = await anAttendee(product, event, 'Zoe')
  await decide(product, event, zoe.id, { status: 'approved' })
  await page.goto(zoe.own)
  await expectGoodEverywhere(page, page.getByRole('img', { name: 'Your QR code' }))
  await page.getByRole('button', { name: 'Full brightness' }).click()
  await expectGoodEverywhere(page, page.getByRole('dialog'))
  await page.goto('/e/zzzzzzzz')
  await expectGoodEverywhere(page, page.getByRole('heading', { name: 'Event Not Found' }))
})
