import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, expectAccessible, expectNothingCut, test, themes, widths } from './product.ts'

test('a visitor reads what it is about and finds the ways in', async ({ page }) => {
  await page.goto('/')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curacao International Sports Week')
  await expect(page.getByText('FDDK Wellness Initiative').first()).toBeVisible()
  for (const benefit of [
    'Boost employee engagement through gamification',
    'Track company-wide wellness metrics',
    'Foster healthy competition between teams',
    'Generate wellness reports',
  ]) {
    await expect(page.getByText(benefit)).toBeVisible()
  }
  await expect(page.getByRole('link', { name: 'Admin Login' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toHaveAttribute('href', '/signup')
  await expect(page.getByRole('link', { name: 'Sign In', exact: true }).first()).toHaveAttribute('href', '/login')
  await expect(page.getByRole('link', { name: 'Sign In to Your Account' })).toHaveAttribute('href', '/login')
  await expect(page.getByRole('contentinfo')).toContainText('2024')
})

test('any other address shows the landing page to a visitor, and is opened after login', async ({ page, product }) => {
  const company = await product.aCompany('Deep Link Ltd')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curacao International Sports Week')

  await page.getByRole('link', { name: 'Sign In', exact: true }).first().click()
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill('Lanes-and-sun-42')
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/settings')
})

test('on a line that breaks after the first screen, the first screen stays', async ({ page }) => {
  await page.route('**/assets/below-the-fold*', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/')
  await failed
  // Time for an error to take the page away.
  await page.waitForTimeout(500)

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curacao International Sports Week')
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
  await expect(page.getByText('Please load the page again.')).toHaveCount(0)
})

test('the theme follows the system, is kept when chosen, and does not flash', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveClass(/dark/)

  await page.getByRole('button', { name: /theme|light/i }).click()
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  // Judged before any of our modules has run: the class must be there with the first paint.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

test('the page asks nobody but us, and its scripts weigh at most 110 KB', async ({ page, product }) => {
  const foreign: string[] = []
  const scripts: Response[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })

  // Before the browser is idle and fetches what somebody may need next.
  await page.goto('/', { waitUntil: 'load' })
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()

  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`landing page: ${(bytes / 1024).toFixed(1)} KB of gzip JavaScript`)
  expect(foreign).toEqual([])
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThan(110 * 1024)
})

for (const colorScheme of themes) {
  for (const width of widths) {
    test(`looks right and is accessible at ${width} px in the ${colorScheme} theme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 800 })
      await page.goto('/')
      await expect(page.getByRole('contentinfo')).toBeVisible()

      await expectNothingCut(page)
      await expectAccessible(page)
    })
  }
}
