import type { Page } from '@playwright/test'
import type { AdminDashboard } from '../../src/contract/administrators/dashboard.ts'
import type { Backups } from '../../src/contract/system.ts'
import { anAttendee, anEvent } from '../support/event-making.ts'
import { emptyPage, expect, expectGoodEverywhere, test } from '../support/product.ts'

const needsYou = (page: Page) => page.getByRole('region', { name: 'Needs you' })
const firstSteps = (page: Page) => page.getByRole('region', { name: 'First steps' })
const calm: AdminDashboard = { failedMails: 0, eventsWithFailedMails: [], firstSteps: null }
const nothingDone = { task: false, event: false, company: false, email: false, backups: false }

const showDashboard = (page: Page, dashboard: AdminDashboard) =>
  page.route('**/api/admin/dashboard', (route) => route.fulfill({ json: dashboard }))
const showBackups = (page: Page, backups: Backups) =>
  page.route('**/api/admin/backups', (route) => route.fulfill({ json: backups }))

test('analytics and reports replace the dashboard, each with its heading, title and lit item', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin)
  const sidebar = page.getByRole('navigation', { name: 'Administration' })
  await expect(page.getByRole('region', { name: 'Company Rankings' })).toBeVisible()
  await page.mouse.wheel(0, 600)
  for (const name of ['Analytics', 'Reports']) {
    await sidebar.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(page).toHaveTitle(new RegExp(`^${name} · `))
    await expect(sidebar.locator('[aria-current=page]')).toHaveText([name])
    await expect(page.getByRole('region', { name: 'Company Rankings' })).toHaveCount(0)
    expect(await page.evaluate(() => scrollY)).toBe(0)
  }

  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page).toHaveTitle(/^Dashboard · /)
})

test('a link to the reports lands on them and stays there', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/#reports')

  await expect(page.getByRole('button', { name: 'Create challenge report' })).toBeInViewport()
  await page.waitForLoadState('networkidle')

  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Create challenge report' })).toBeInViewport()
})

test('what needs somebody has a line and a link, and nothing else has', async ({ product, signedIn }) => {
  const event = await anEvent(product, 'Needs You Run')
  await anAttendee(product, event, 'Needy')
  const page = await signedIn(product.admin, emptyPage)
  const newest = { madeAt: new Date(Date.now() - 50 * 3_600_000).toISOString(), bytes: 12_400_000 }
  await showBackups(page, { isScheduled: true, isLate: true, kept: 14, newest })
  await showDashboard(page, {
    ...calm,
    failedMails: 3,
    eventsWithFailedMails: [{ id: event.id, title: event.title, mails: 1 }],
  })
  await page.goto('/')

  await expect(needsYou(page)).toContainText('1 registration for Needs You Run awaits a decision.')
  await expect(needsYou(page)).toContainText('1 email about Needs You Run was not delivered.')
  await expect(needsYou(page)).toContainText('2 emails were not delivered.')
  await expect(needsYou(page)).toContainText(/Last backup: .+ There should be one every night/)
  await expectGoodEverywhere(page, needsYou(page))
  await page.setViewportSize({ width: 1280, height: 800 })
  await needsYou(page).getByRole('link', { name: 'Decide on registrations: Needs You Run' }).click()
  await expect(page).toHaveURL(`/events/${event.id}/attendees?status=pending`)
  await expect(page.getByRole('rowheader', { name: 'Needy Martina' })).toBeVisible()
})

test('the dashboard says when the last backup was made, and when there is none', async ({ product, signedIn }) => {
  const newest = { madeAt: new Date(Date.now() - 5 * 3_600_000).toISOString(), bytes: 12_400_000 }
  const made = { isScheduled: true, isLate: false, kept: 14, newest }
  for (const [state, sentence] of [
    [{ ...made, isScheduled: false, newest: null }, 'Backups are off. Set BACKUP_DIR on the server'],
    [{ ...made, kept: 0, newest: null }, 'The first backup is made within minutes.'],
    [made, /Last backup: .+, 12\.4 MB \(14 kept\)\./],
  ] as const) {
    const page = await signedIn(product.admin, emptyPage)
    await showDashboard(page, calm)
    await showBackups(page, state)
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(sentence)
  }
})

test('the first steps of an empty installation lead on, and are dismissed for every device', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  const dashboard: AdminDashboard = { ...calm, firstSteps: { ...nothingDone, task: true } }
  await showDashboard(page, dashboard)
  await page.goto('/')
  await expect(firstSteps(page)).toContainText('1 of 5 done')
  await expect(firstSteps(page).getByRole('listitem').filter({ hasText: 'Create the first task' })).toContainText(
    'done',
  )

  await firstSteps(page).getByRole('button', { name: 'Show link' }).click()
  const shared = page.getByRole('dialog', { name: 'Sign-up link' })
  await expect(shared.getByRole('img', { name: 'QR code of the sign-up page' })).toBeVisible()
  await expect(shared).toContainText(`${product.url}/signup`)
  await page.keyboard.press('Escape')
  await expectGoodEverywhere(page, firstSteps(page))

  await page.setViewportSize({ width: 1280, height: 800 })
  await firstSteps(page).getByRole('button', { name: 'Send test email' }).click()
  await expect(page.getByText('Test email sent')).toBeVisible()
  expect(await product.mailTo(product.admin.email, 'Test email of')).toContain('You asked for this test.')

  page.on('request', (request) => {
    if (request.method() === 'DELETE') dashboard.firstSteps = null
  })
  await firstSteps(page).getByRole('button', { name: 'Dismiss first steps' }).click()
  await expect(firstSteps(page)).toHaveCount(0)
  const other = await signedIn(product.admin)
  await expect(other.getByRole('region', { name: 'Company Rankings' })).toBeVisible()
  await expect(firstSteps(other)).toHaveCount(0)
})

/** Adds up layout shifts that no input caused. */
async function measureShifts(page: Page) {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifted: number }
    seen.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () => page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

for (const [width, height, screens] of [
  [375, 740, 4],
  [1440, 900, 2.5],
] as const) {
  test(`nothing jumps while the dashboard, the analytics and the reports load at ${width}, and the dashboard is short`, async ({
    product,
    signedIn,
  }) => {
    const event = await anEvent(product, `Still Run at ${width}`)
    await anAttendee(product, event, 'Still')
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize({ width, height })
    await showDashboard(page, calm)
    const readShifts = await measureShifts(page)
    // Late answers, the last of them those that stand first.
    for (const [address, delay] of [
      ['**/api/companies', 900],
      ['**/api/proofs/pending?*', 700],
      ['**/api/admin/backups', 1_100],
      ['**/api/leaderboard/summary*', 500],
      ['**/api/analytics/overview*', 600],
      ['**/api/report-batches', 600],
      ['**/api/reports?*', 300],
    ] as const)
      await page.route(address, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, delay))
        await route.continue()
      })
    for (const [path, sign] of [
      ['/', page.getByRole('region', { name: 'Company Rankings' })],
      ['/#analytics', page.getByRole('heading', { name: 'Companies in numbers' })],
      ['/#reports', page.getByRole('button', { name: 'Create challenge report' })],
    ] as const) {
      await page.goto(emptyPage)
      await page.goto(path)
      await expect(sign).toBeVisible()
      await page.waitForTimeout(1_500)
      expect(await readShifts(), `layout shifts of ${path}`).toBeLessThanOrEqual(0.02)
      if (path !== '/') continue
      const tall = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(tall / height).toBeLessThanOrEqual(screens)
    }
  })
}
