import type { Page } from '@playwright/test'
import { anEvent } from '../support/attending.ts'
import { aLink, anApproved, countsOf, handScan, openDoor } from '../support/keeping.ts'
import {
  emptyPage,
  expect,
  expectAccessible,
  expectGoodEverywhere,
  expectNothingCut,
  test,
} from '../support/product.ts'

const days = 24 * 60 * 60_000
/** On a full hour, so that what is read does not depend on the minute of the run. */
const inDays = (count: number) => new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + count * days)

/** As the door writes it, on the clocks of the event. */
function words(at: Date): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Curacao', ...options }).format(at)
  const year = format({ year: 'numeric' })
  const isThisYear = year === String(new Date().getFullYear())
  const day = format({ day: 'numeric', month: 'long' })
  return `${day}${isThisYear ? '' : ` ${year}`}, ${format({ hour: '2-digit', minute: '2-digit' })}`
}

const result = (page: Page) => page.getByRole('alertdialog')

test.use({ serviceWorkers: 'allow', viewport: { width: 375, height: 667 }, timezoneId: 'America/Curacao' })

test('weeks before the event a scan says when check-in opens, until an administrator opens it by hand', async ({
  product,
  page,
  context,
  signedIn,
}) => {
  const start = inDays(46)
  const event = await anEvent(product, 'Weeks Ahead', { eventDate: start.toISOString(), checkInHoursBefore: 12 })
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const grace = await anApproved(product, event, 'Grace Hopper')
  const opens = `Opens on ${words(new Date(start.getTime() - days / 2))}`
  await openDoor(page, (await aLink(product, event)).address)
  await expect(page.getByRole('status').filter({ hasText: opens })).toBeVisible()
  await expect(page.getByText(/^List from/)).toBeVisible()

  await handScan(page, ada.payload)
  await expect(result(page)).toHaveAttribute('data-result', 'closed')
  await expect(result(page)).toContainText(opens)
  await expect(result(page)).not.toContainText('Ada')
  await expectGoodEverywhere(page, result(page))
  await page.setViewportSize({ width: 375, height: 667 })
  await page.keyboard.press('Escape')
  await expect(result(page)).toHaveCount(0)

  // Without a network the device says the same, and keeps nothing to send.
  await context.setOffline(true)
  await handScan(page, ada.payload)
  await expect(result(page)).toContainText(opens)
  await page.keyboard.press('Escape')
  await expect(page.getByText('Offline: scanning goes on')).toBeVisible()
  await expect(page.getByText(/waiting/)).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByText('Online')).toBeVisible()
  expect((await countsOf(product, event)).checkedIn).toBe(0)

  const admin = await signedIn(product.admin, `/events/${event.id}/attendees#volunteers`)
  const hours = admin.getByRole('region', { name: 'Check-in hours' })
  await expect(hours).toContainText(opens)
  await hours.getByRole('button', { name: 'Open check-in now' }).click()
  await expect(hours).toContainText('Opened by hand until')
  await expect(hours.getByRole('button', { name: 'Close check-in again' })).toBeFocused()
  await expectAccessible(admin)
  // The open door hears of it without anybody touching it.
  await expect(page.getByText('Opened by hand until')).toBeVisible()
  await handScan(page, ada.payload)
  await expect(page.getByText('1 of 2 inside')).toBeVisible()

  await hours.getByRole('button', { name: 'Close check-in again' }).click()
  await expect(hours).toContainText(opens)
  await expect(page.getByText('Opened by hand until')).toHaveCount(0)
  await expect(result(page)).toHaveCount(0)
  await handScan(page, grace.payload)
  await expect(result(page)).toContainText(opens)
  expect((await countsOf(product, event)).checkedIn).toBe(1)
})

test('an administrator opens check-in by hand from check-in mode, and a second screen of the door hears of it', async ({
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Opened In Its Mode', { eventDate: inDays(30).toISOString() })
  const [one, two] = [await signedIn(product.admin, emptyPage), await signedIn(product.admin, emptyPage)]
  for (const screen of [one, two]) {
    await screen.goto(`/events/${event.id}/attendees#door`)
    await screen.getByRole('button', { name: 'Skip' }).click()
    await expect(screen.getByRole('status').filter({ hasText: 'Opens on' })).toBeVisible()
  }

  await one.getByRole('button', { name: 'Open check-in now' }).click()

  await expect(one.getByRole('button', { name: 'Close check-in again' })).toBeFocused()
  await expect(two.getByRole('status').filter({ hasText: 'Opened by hand until' })).toBeVisible()
  await expectAccessible(two)
  await expectNothingCut(two)
})

test('the hours of check-in are part of the event form', async ({ product, signedIn }) => {
  const start = inDays(10)
  const event = await anEvent(product, 'Hours In The Form', {
    eventDate: start.toISOString(),
    checkInHoursBefore: 12,
  })
  const page = await signedIn(product.admin, '/events')
  const edit = async () => {
    await page.getByRole('article', { name: event.title }).getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
  }
  await edit()
  const [before, after] = [
    page.getByLabel('Opens (hours before start)'),
    page.getByLabel('Closes, hours after the end'),
  ]
  await expect(before).toHaveValue('12')
  await expect(after).toHaveValue('12')

  await before.fill('169')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Must be between 0 and 168 hours')).toBeVisible()
  await expect(before).toBeFocused()
  await before.fill('48')
  await after.fill('0')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Event updated').first()).toBeVisible()

  await edit()
  await expect(before).toHaveValue('48')
  await expect(after).toHaveValue('0')
  await page.goto(`/events/${event.id}/attendees#volunteers`)
  const opens = `Opens on ${words(new Date(start.getTime() - 2 * days))}`
  await expect(page.getByRole('region', { name: 'Check-in hours' })).toContainText(opens)
})
