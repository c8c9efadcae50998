import { anEvent } from '../../../e2e/support/attending.ts'
import { aLink, handScan, openDoor } from '../../../e2e/support/keeping.ts'
import { scanQr } from '../../../src/server/testing/scan-qr.ts'
import { expect, mailOf, test, waitForScript } from './product.ts'

test('a visitor registers, is approved, gets the code by email, and is let in with it', async ({
  page,
  product,
  signedIn,
}) => {
  const event = await anEvent(product, 'Cluster Run')
  const email = 'shanice@visitor.test'
  await page.goto(`/e/${event.shortCode}`)
  await waitForScript(page)
  await page.getByLabel('First Name').fill('Shanice')
  await page.getByLabel('Last Name').fill('Martina')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('+5999 123 4567')
  await page.getByRole('button', { name: 'Register for Event' }).click()
  await expect(page.getByRole('heading', { name: 'Registration Submitted!' })).toBeVisible()
  const registered = await mailOf(email, 'We have your registration')
  expect(registered.text).toContain(`${product.url}/e/${event.shortCode}?r=`)

  const organiser = await signedIn(product.admin, `/events/${event.id}/attendees`)
  await organiser.getByRole('button', { name: 'Approve Shanice Martina' }).click()
  await expect(organiser.getByRole('row', { name: /Shanice/ }).getByText('Approved')).toBeVisible()
  const approved = await mailOf(email, 'Your registration for')
  const code = await scanQr(approved.attached('image/png')?.content)

  const { address } = await aLink(product, event)
  const volunteer = await page.context().newPage()
  await openDoor(volunteer, address)
  await handScan(volunteer, code)
  await expect(volunteer.getByRole('alertdialog', { name: 'Welcome' })).toContainText('Shanice')
  await expect(volunteer.getByText('1 of 1 inside')).toBeVisible()
  await expect(organiser.getByRole('row', { name: /Shanice/ }), 'without a reload').toContainText(/Checked In|Inside/i)
})
