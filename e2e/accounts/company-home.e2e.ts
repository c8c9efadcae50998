import type { Page } from '@playwright/test'
import { aProof, archiveTasks, aTask } from '../support/challenge.ts'
import { emptyPage, expect, expectAccessible, expectNothingCut, test } from '../support/product.ts'
import { adminOf, opened, phone, task } from '../support/proof-making.ts'

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' })
const isLit = (page: Page) => bar(page).locator('[aria-current=page]')

test('what is done or closed is one line that unfolds, and a task tried again leaves the top', async ({
  product,
  browser,
}) => {
  await archiveTasks(product)
  const admin = await adminOf(product)
  const company = await product.aCompany('Folded Tasks Ltd')
  const swim = await admin.aTask('Rejected swim')
  await aProof(product, company, swim)
  await admin.decide(company, 'rejected', 'Too dark')
  await aProof(product, company, await admin.aTask('Done walk'))
  const ride = await admin.aTask('Closed ride')
  await admin.editTask(ride, { closesAt: new Date(Date.now() - 20 * 60_000).toISOString() })
  await admin.aTask('Open stretch')
  const page = await opened(browser, product, company, phone)

  await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Try again', 'Today'])
  await expect(page.getByRole('article')).toHaveCount(2)
  const line = page.getByRole('button', { name: '1 done · 1 closed' })
  await expect(line).toHaveAttribute('aria-expanded', 'false')
  await line.tap()
  await expect(task(page, 'Done walk').getByRole('button', { name: 'Proof Submitted' })).toBeDisabled()
  await expect(task(page, 'Closed ride')).toContainText('Proofs are no longer accepted.')
  await expectAccessible(page)

  await aProof(product, company, swim)
  await expect(page.getByRole('heading', { level: 3, name: 'Try again' })).toHaveCount(0)
  await expect(task(page, 'Rejected swim').getByRole('button', { name: 'Proof Submitted' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '2 done · 1 closed' })).toBeVisible()
  await expect(task(page, 'Rejected swim')).toHaveCount(0)

  await page.getByRole('link', { name: 'Your submissions' }).tap()
  await expect(page.getByLabel('Recent Submissions')).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Recent Submissions' })).toBeInViewport()
  await page.context().close()
})

test('the numbers are a view of their own, and the link of a report mail lands on the reports and stays', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(await product.aCompany('Own View Ltd'))
  const sidebar = page.getByRole('navigation', { name: 'Company Portal' })
  await sidebar.getByRole('link', { name: 'Numbers' }).click()

  await expect(page).toHaveURL('/?view=numbers')
  await expect(page).toHaveTitle(/^Numbers/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your week in numbers')
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(['Numbers'])
  await expect(page.getByText('Points left today')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Own View Ltd!')
  await expect(sidebar.locator('[aria-current=page]')).toHaveText(['Dashboard'])

  // The numbers above the reports arrive last.
  await page.route('**/analytics*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    await route.continue()
  })
  await page.goto('/#reports')
  await expect(page).toHaveURL('/?view=numbers#reports')
  await expect(page.getByText('Points left today')).toBeAttached()
  await expect(page.getByRole('region', { name: 'Wellness report' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Wellness report' })).toBeInViewport()
})

test('on a phone a bar leads to the most used pages, and Logout is in the menu of the account', async ({
  product,
  browser,
}) => {
  const page = await opened(browser, product, await product.aCompany('Phone Bar Ltd'), phone)
  await expect(isLit(page)).toHaveText(['Home'])
  await bar(page).getByRole('link', { name: 'Board' }).tap()
  await expect(page).toHaveURL('/leaderboard')
  await expect(isLit(page)).toHaveText(['Board'])
  for (const item of await bar(page).locator('a, button').all()) {
    const box = await item.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }

  await bar(page).getByRole('button', { name: 'More' }).tap()
  await page.getByRole('dialog').getByRole('link', { name: 'Numbers' }).tap()
  await expect(page).toHaveURL('/?view=numbers')
  await expect(isLit(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 600 })
  await expectNothingCut(page)

  await page.setViewportSize({ width: 740, height: 375 })
  await expect(bar(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Toggle sidebar' })).toBeVisible()
  await page.setViewportSize({ width: 375, height: 740 })
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Your account' }).tap()
  await page.getByRole('menuitem', { name: 'Logout' }).tap()
  await expect(page.getByRole('link', { name: 'Get Started' }).first()).toBeVisible()
  await page.context().close()
})

test('the bar of an administrator opens review mode, which covers it', async ({ product, browser }) => {
  const page = await opened(browser, product, { ...product.admin, id: '', name: '', cookie: '' }, phone)
  await bar(page).getByRole('link', { name: 'Review' }).tap()
  await expect(page).toHaveURL('/#review')
  const mode = page.getByRole('dialog')
  await expect(mode).toBeVisible()
  const { height } = (await mode.boundingBox()) ?? { height: 0 }
  expect(height).toBe(740)
  await page.context().close()
})

for (const size of [
  { width: 375, height: 740 },
  { width: 1440, height: 900 },
]) {
  test(`nothing jumps on the home and in the numbers, scrolled at once, at ${size.width} pixels`, async ({
    product,
    signedIn,
  }) => {
    const company = await product.aCompany('Still Ltd')
    for (const title of ['Still walk', 'Still swim', 'Still ride']) {
      await aProof(product, company, await aTask(product, `${title} ${size.width}`))
    }
    await aTask(product, `Still open ${size.width}`)
    const page = await signedIn(company, emptyPage)
    await page.setViewportSize(size)
    await delayAnswers(page)
    await page.addInitScript(() => {
      let shift = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shift += (entry as unknown as { value: number }).value
        Reflect.set(window, 'shift', shift)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const { path, last } of [
      { path: '/', last: 'Recent Submissions' },
      { path: '/?view=numbers', last: 'Wellness report' },
    ]) {
      await page.goto(path)
      // As somebody who flings the page to its end while it loads.
      const fling = () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(async () => {
        await fling()
        expect(await page.getByRole('heading', { name: last }).isVisible()).toBe(true)
      }).toPass({ intervals: [100] })
      for (let times = 0; times < 20; times++) {
        await fling()
        await page.waitForTimeout(100)
      }
      expect(await page.evaluate(() => Reflect.get(window, 'shift') ?? 0), path).toBeLessThanOrEqual(0.02)
    }
  })
}

/** Answers arrive in the worst order: what stands at the top comes last. */
async function delayAnswers(page: Page) {
  const delays = { '**/api/leaderboard*': 300, '**/proofs*': 600, '**/api/tasks': 900, '**/analytics*': 1_200 }
  for (const [address, delay] of Object.entries(delays)) {
    await page.route(address, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, delay))
      await route.continue()
    })
  }
}
