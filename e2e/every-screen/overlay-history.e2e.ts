import type { Page } from '@playwright/test'
import { showBoard } from '../made-up/made-up-board.ts'
import { anAttendee, anEvent, decide } from '../support/event-making.ts'
import { emptyPage, expect, test, withMotion } from '../support/product.ts'

test.use(withMotion)

test.use({ viewport: { width: 375, height: 812 }, hasTouch: true })

const goBack = (page: Page) => page.evaluate(() => history.back())

test('the back button closes what lies over an own page, and the page stays', async ({ page, product }) => {
  const event = await anEvent(product, 'Backed event')
  const rosa = await anAttendee(product, event, 'Backrosa')
  await decide(product, event, rosa.id, { status: 'approved' })
  await page.goto('/')
  await page.goto(rosa.own)
  await page.getByRole('button', { name: 'Full brightness' }).click()
  const large = page.getByRole('dialog', { name: 'Your QR code, full screen' })
  await expect(large).toBeVisible()
  await goBack(page)
  await expect(large).toHaveCount(0)
  await expect(page).toHaveURL(rosa.own)
  await expect(page.getByRole('button', { name: 'Full brightness' })).toBeFocused()

  await page.getByRole('button', { name: 'Cancel my registration' }).click()
  const question = page.getByRole('dialog', { name: 'Cancel your registration?' })
  await page.route('**/registration/cancel', (route) => route.abort(), { times: 1 })
  await question.getByRole('button', { name: 'Cancel my registration' }).click()
  const failure = question.getByRole('alert').filter({ hasText: 'Cancelling failed' })
  await expect(failure, 'in the dialog, where it can be read and pressed').toBeVisible()
  await question.getByRole('button', { name: 'Dismiss notification' }).click()
  await expect(failure).toHaveCount(0)
  await expect(question).toBeVisible()
  await goBack(page)
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL(rosa.own)
  await goBack(page)
  await expect(page).toHaveURL('/')
})

test('the back button closes the upload dialog, and the page stays', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Back Uploads'), '/settings')
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await page.getByRole('button', { name: 'Upload Logo' }).click()
  const dialog = page.getByRole('dialog', { name: 'Upload your logo' })
  await expect(dialog).toBeVisible()
  await goBack(page)
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/settings')
})

test('the back button leaves the champion first, then the big screen; Close leaves both', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  const leader = {
    ...{ id: '00000000-0000-4000-8000-000000000001', name: 'Harbour Lights', logoUrl: null, brandingColor: '#0c677b' },
    ...{ points: 400, rank: 1, caloriesBurned: 900, reachedAt: '2026-11-15T12:00:00.000Z' },
  }
  // A phone has no big screen.
  await page.setViewportSize({ width: 768, height: 1024 })
  await showBoard(page, [leader])
  await page.goto('/')
  const open = () => page.getByRole('button', { name: 'Big screen' }).click()
  const screen = page.getByRole('dialog', { name: 'Leaderboard' })
  const celebrate = () => screen.getByRole('button', { name: 'Champion', exact: true }).click()
  const champion = screen.getByRole('region', { name: 'The champion' })

  await open()
  await celebrate()
  await expect(champion).toBeVisible()
  await goBack(page)
  await expect(champion).toHaveCount(0)
  await expect(screen).toBeVisible()
  await goBack(page)
  await expect(screen).toHaveCount(0)
  await expect(page).toHaveURL('/')

  await open()
  await celebrate()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect(screen).toHaveCount(0)
  await expect(page).toHaveURL('/')
})
