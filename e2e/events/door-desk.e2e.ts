import { anEvent } from '../support/attending.ts'
import { anApproved, handScan, recordResults, shownResults } from '../support/keeping.ts'
import { emptyPage, expect, expectAccessible, test, themes } from '../support/product.ts'
import { readCode } from '../support/read-code.ts'

test('an administrator keeps the door, makes a link and reads the log as it grows', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Kept By The Organiser')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const grace = await anApproved(product, event, 'Grace Hopper')
  const page = await signedIn(product.admin, emptyPage)
  const result = page.getByRole('alertdialog')
  await page.goto(`/events/${event.id}/attendees#volunteers`)
  const links = page.getByRole('region', { name: "Volunteers' links" })

  await links.getByRole('button', { name: 'New link' }).click()
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expect(page.getByText('Give the link a name, for instance the gate')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Gate North')
  await page.getByRole('button', { name: 'Create the link' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the link for Gate North' })).toBeVisible()
  await expectAccessible(page)
  const url = (await page.getByText(/\?scan=/).textContent()) ?? ''
  expect(await readCode(page, 'QR code of the link for Gate North')).toBe(url)
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(links.getByText('Gate North').first()).toBeVisible()
  await expect(page.getByText(/\?scan=/)).toHaveCount(0)

  // A volunteer scans; the log of the administrator hears it.
  const { search } = new URL(url)
  const pass = new URLSearchParams(search).get('scan') ?? ''
  await fetch(`${product.url}/api/events/${event.id}/check-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-door-pass': pass },
    body: JSON.stringify({ payload: ada.payload, gate: 'North' }),
  })
  const log = page.getByRole('region', { name: 'Scan log' })
  await expect(log.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('Let in')
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectAccessible(page)
  }

  await page.goto(`/events/${event.id}/attendees#door`)
  await page.getByRole('button', { name: 'Skip' }).click()
  await expect(page.getByText('1 of 2 inside')).toBeVisible()
  await recordResults(page)
  await handScan(page, grace.payload)
  await expect.poll(() => shownResults(page)).toEqual([expect.stringContaining('Grace Hopper')])
  await expect(page.getByText('2 of 2 inside')).toBeVisible()
  await expect(result).toHaveCount(0)
  await page.getByRole('button', { name: 'Leave check-in mode' }).click()
  await expect(page.getByRole('dialog', { name: 'Check-in' })).toHaveCount(0)

  await page.goto(`/events/${event.id}/attendees#volunteers`)
  await links.getByRole('button', { name: 'Revoke Gate North' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(links.getByText('Revoked', { exact: true })).toBeVisible()
})
