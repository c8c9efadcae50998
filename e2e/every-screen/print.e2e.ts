import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { anEvent, attendee, registerAll } from '../support/attending.ts'
import { administrator, send } from '../support/challenge.ts'
import { emptyPage, expect, test } from '../support/product.ts'

/** The texts of the pages as a browser prints them. */
async function printed(page: Page): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'A4' }))))
  return text.map((page) => page.replace(/\s+/g, ' '))
}

/** Nothing that only works on a screen. */
const screenOnly = /Skip to content|Logout|Log out|Search|Why\?|Manage|Select|Approve |Toggle/

test('the leaderboard prints as a sheet, also in the dark theme', async ({ product, signedIn }) => {
  const companies = await Promise.all(
    Array.from({ length: 60 }, (_, index) => product.aCompany(`Printed Runners ${index + 1}`)),
  )
  const [first] = companies
  const cookie = await administrator(product)
  await send(product, 'POST', `/api/companies/${first?.id}/points`, cookie, { points: 90, reason: 'Won the parade' })
  const page = await signedIn(first ?? product.admin, emptyPage)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/leaderboard')
  await expect(page.getByRole('button', { name: 'Print', exact: true })).toBeEnabled()

  const pages = await printed(page)

  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) {
    expect(text).toContain('Leaderboard')
    expect(text).toContain('As of')
    expect(text).toContain(`${index + 1} / ${pages.length}`)
    expect(text).not.toMatch(screenOnly)
  }
  const whole = pages.join('\n')
  for (const { name } of companies) expect(whole).toContain(name)
  await expect(page.getByRole('button', { name: 'Print', exact: true }), 'the screen is back').toBeVisible()
})

test('attendees and the door list print as sheets', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Printed Evening')
  const names = Array.from({ length: 40 }, (_, index) => `Ada Printed${index + 1}`)
  await registerAll(product, event, ...names)
  const cookie = await administrator(product)
  const { id } = await attendee(product, event, 'Ada Printed7')
  await send(product, 'PATCH', `/api/events/${event.id}/registrations/${id}`, cookie, { status: 'approved' })
  const page = await signedIn(product.admin, `/events/${event.id}/attendees`)
  await expect(page.getByRole('button', { name: 'Approve Ada Printed8' })).toBeVisible()

  const pages = await printed(page)

  expect(pages.length).toBeGreaterThan(1)
  for (const [index, text] of pages.entries()) {
    expect(text).toContain('Printed Evening')
    expect(text).toContain('40 attendees')
    expect(text).toContain(`${index + 1} / ${pages.length}`)
    expect(text).not.toMatch(screenOnly)
  }
  const whole = pages.join('\n')
  for (const name of names) expect(whole).toContain(name)

  await page.getByRole('link', { name: 'Door list' }).click()
  await expect(page.getByRole('rowheader', { name: 'Printed7' })).toBeVisible()
  const [door = ''] = await printed(page)
  expect(door).toContain('Printed Evening')
  expect(door).toContain('1 / 1')
  expect(door).not.toMatch(screenOnly)
})
