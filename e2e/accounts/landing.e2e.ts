import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import {
  emptyPage,
  expect,
  expectAccessible,
  expectNothingCut,
  test,
  themes,
  waitForScript,
  widths,
  withMotion,
} from '../support/product.ts'

test.use(withMotion)

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
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/app.webmanifest')
  await expect(page.locator('link[rel=apple-touch-icon]')).toHaveAttribute('href', '/app-icon-192.png')
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

test('the whole page is there without its scripts, and its links work', async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Curacao International Sports Week')
  await expect(page.getByText('Generate wellness reports')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toContainText('2024')
  // Styled, and no button that does nothing.
  await expect(page.getByRole('link', { name: 'Get Started' })).toHaveCSS('background-color', 'rgb(255, 102, 0)')
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectNothingCut(page)
  await page.getByRole('link', { name: 'Get Started' }).click()
  await expect(page).toHaveURL('/signup')
})

test('the script takes the page over as it is: no element is made anew, nothing moves', async ({ page }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  let letGo = () => {}
  const gone = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await gone
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  // The first bytes may not hold it yet.
  await expect(page.locator('h1')).toBeVisible()
  await page.evaluate(() => {
    const seen = window as unknown as { shift: number; heading: Element | null }
    seen.heading = document.querySelector('h1')
    seen.shift = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  letGo()

  await waitForScript(page)
  await expect(page.getByRole('button', { name: 'Pause the example race' })).toBeVisible()
  await page.waitForFunction(() =>
    ['Figtree', 'Bricolage Grotesque'].every((name) =>
      [...document.fonts].some(({ family, status }) => family.includes(`${name} Variable`) && status === 'loaded'),
    ),
  )
  const { isSame, shift } = await page.evaluate(() => {
    const seen = window as unknown as { shift: number; heading: Element | null }
    return { isSame: seen.heading === document.querySelector('h1'), shift: seen.shift }
  })
  expect(isSame).toBe(true)
  expect(shift).toBeLessThan(0.001)
  expect(complaints).toEqual([])
})

test('who is signed in never gets the landing page, not even in the HTML', async ({ page, product, signedIn }) => {
  const company = await product.aCompany('Straight In Ltd')
  const inside = await signedIn(company, emptyPage)
  const [visitors, companys] = await Promise.all([page.request.get('/'), inside.request.get('/')])

  expect(await visitors.text()).toContain('Generate wellness reports')
  expect(await companys.text()).not.toContain('Generate wellness reports')
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

test('the page asks nobody but us, and its scripts weigh at most 100 KB', async ({ page, product }) => {
  const foreign: string[] = []
  const scripts: Response[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(product.url) && !request.url().startsWith('data:')) foreign.push(request.url())
  })
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response)
  })

  await page.goto('/', { waitUntil: 'load' })
  await waitForScript(page)

  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`landing page: ${(bytes / 1000).toFixed(1)} KB of gzip JavaScript`)
  expect(foreign).toEqual([])
  expect(bytes).toBeGreaterThan(10_000)
  expect(bytes).toBeLessThanOrEqual(100_000)
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
