// Everything that a thumb presses on a phone is at least 44 pixels wide and high.
import type { Browser } from '@playwright/test'
import { anEvent, registerAll } from '../support/attending.ts'
import { aProof, aTask } from '../support/challenge.ts'
import { expect, type Product, password, test } from '../support/product.ts'
import { listSmallTargets } from '../support/touch-targets.ts'

async function expectTargets(browser: Browser, product: Product, email: string | undefined, paths: string[]) {
  const context = await browser.newContext({
    baseURL: product.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 375, height: 740 },
  })
  if (email) await context.request.post('/api/auth/login', { data: { email, password } })
  const page = await context.newPage()
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
    expect.soft(await listSmallTargets(page), path).toEqual([])
  }
  await context.close()
}

test('on a phone every target of a visitor fits a thumb', async ({ browser, product }) => {
  const { shortCode } = await anEvent(product, 'Thumbs Up')
  await expectTargets(browser, product, undefined, ['/', '/login', '/signup', `/e/${shortCode}`, '/e/nothing2'])
})

test('on a phone every target of a company fits a thumb', async ({ browser, product }) => {
  const company = await product.aCompany('Thumbs Ltd')
  await aProof(product, company, await aTask(product, 'Thumb walk'))
  await expectTargets(browser, product, company.email, ['/', '/leaderboard', '/events', '/settings'])
})

test('on a phone every target of an administrator fits a thumb', async ({ browser, product }) => {
  const event = await anEvent(product, 'Thumbs At The Door')
  await registerAll(product, event, 'Ada Lovelace')
  await aProof(product, await product.aCompany('Thumbs Inc'), await aTask(product, 'Thumb swim'))
  const pages = ['/', '/companies', '/tasks', '/events', `/events/${event.id}/attendees`, '/administrators']
  await expectTargets(browser, product, product.admin.email, pages)
})
