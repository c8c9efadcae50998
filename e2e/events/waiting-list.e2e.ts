import type { Page } from '@playwright/test'
import { anAttendee, anEvent, decide, type MadeEvent } from '../support/event-making.ts'
import { expect, expectGoodEverywhere, type Product, test } from '../support/product.ts'
import { zoneAtNoon } from '../support/zone-at-noon.ts'

test.use({ environment: { TIME_ZONE: zoneAtNoon() } })

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

/** One place, which Early has; Next and Later wait. */
async function aFullEvent(product: Product, title: string) {
  const event = await anEvent(product, title, { capacity: 1 })
  const early = await anAttendee(product, event, 'Early')
  const next = await anAttendee(product, event, 'Next')
  const later = await anAttendee(product, event, 'Later')
  await decide(product, event, early.id, { status: 'approved' })
  return { event, early, next, later }
}

async function giveBack(page: Page, own: string) {
  await page.goto(own)
  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel my registration' }).click()
  await expect(page.getByRole('heading', { name: 'You cancelled your place.' })).toBeVisible()
}

async function offerLink(product: Product, event: MadeEvent, email: string) {
  const mail = await product.mailTo(email, 'A place is free for you')
  return `/e/${event.shortCode}?r=${/\?r=([\w.-]+)/.exec(mail)?.[1]}`
}

async function openForm(page: Page, title: string) {
  const card = page.getByRole('article', { name: title, exact: true })
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
}

test('a place that is given back is offered by email, and taken with one press while the organiser looks on', async ({
  page,
  product,
  signedIn,
}) => {
  const { event, early, next } = await aFullEvent(product, 'Offered and taken')
  const organiser = await signedIn(product.admin, `/events/${event.id}/attendees`)
  await expect(rowOf(organiser, 'Next').getByText('Waiting list')).toBeVisible()
  await organiser.getByRole('button', { name: 'Approve Next Martina' }).click()
  await expect(organiser.getByText('All places are taken or offered to someone.')).toBeVisible()

  await giveBack(page, early.own)
  await page.goto(await offerLink(product, event, next.email))
  await expect(page.getByRole('heading', { name: 'A place is free for you, Next.' })).toBeVisible()
  await expect(rowOf(organiser, 'Next').getByText('Place offered')).toBeVisible()
  await expect(rowOf(organiser, 'Next').getByText(/^by /)).toBeVisible()
  await expect(organiser.getByText('1 offered a place, 1 waiting')).toBeVisible()
  await expectGoodEverywhere(organiser, organiser.getByText('1 offered a place, 1 waiting'))
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Take my place' }))
  await page.getByRole('button', { name: 'Take my place' }).click()

  await expect(page.getByRole('heading', { name: 'You are in, Next!' })).toBeVisible()
  await expect(page.getByRole('img', { name: 'Your QR code' })).toBeVisible()
  await organiser.setViewportSize({ width: 1440, height: 800 })
  await expect(rowOf(organiser, 'Next').getByText('Approved')).toBeVisible()
  await expect(rowOf(organiser, 'Later').getByText('Waiting list')).toBeVisible()
  await product.mailTo(next.email, 'Your registration for')
})

test('who comes after the deadline reads that, and gets the place if it is still free', async ({ page, product }) => {
  const { event, early, next } = await aFullEvent(product, 'Late but free')
  await giveBack(page, early.own)
  const link = await offerLink(product, event, next.email)
  // What the page is answered after the deadline; the press is judged by the server.
  await page.route('**/api/events/*/registration', async (route) => {
    const own = await (await route.fetch()).json()
    await route.fulfill({ json: { ...own, offer: { ...own.offer, open: false } } })
  })
  await page.goto(link)

  await expect(page.getByRole('heading', { name: 'Your offer has ended, Next.' })).toBeVisible()
  await page.getByRole('button', { name: 'Take the place if it is free' }).click()
  await expect(page.getByRole('heading', { name: 'You are in, Next!' })).toBeVisible()
})

test('how long a place is offered is a setting of an event with a capacity', async ({ product, signedIn }) => {
  await anEvent(product, 'With a setting')
  const page = await signedIn(product.admin, '/events')
  await openForm(page, 'With a setting')
  const dialog = page.getByRole('dialog')
  const hours = dialog.getByLabel('Hours to accept an offered place')
  await expect(hours).toHaveCount(0)
  await dialog.getByLabel('Capacity').fill('5')
  await expect(hours).toHaveValue('24')

  await hours.fill('6')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(dialog).toHaveCount(0)
  await openForm(page, 'With a setting')
  await expect(hours).toHaveValue('6')
})
