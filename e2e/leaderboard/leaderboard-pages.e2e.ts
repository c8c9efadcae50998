import type { Page } from '@playwright/test'
import { boardOf, showBoard } from '../made-up/made-up-board.ts'
import { type Company, organiser } from '../support/points.ts'
import { emptyPage, expect, test } from '../support/product.ts'

const rowOf = (page: Page, { id }: Company) => page.locator(`[data-row="${id}"]`)

test('of ten thousand companies only what is on the screen is loaded, and the own row is one press away', async ({
  product,
  signedIn,
}) => {
  const own = await product.aCompany('Far Down Ltd')
  const page = await signedIn(own, emptyPage)
  const points = Array.from({ length: 10_000 }, (_, place) => 20_000 - place)
  const { asked } = await showBoard(page, boardOf(points, { id: own.id, place: 6543 }), own.id)
  await page.goto('/leaderboard')
  await expect(page.getByText('10,000 companies')).toBeVisible()
  await expect(page.getByText('You are on rank 6544, 1 point behind Runners 6543.')).toBeVisible()
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(100)
  expect(new Set(asked)).toEqual(new Set(['/api/leaderboard/summary', '/api/leaderboard?limit=100&offset=0']))

  await page.getByRole('button', { name: /go to your row/ }).click()
  await expect(rowOf(page, own)).toBeInViewport()
  await expect(rowOf(page, own).getByRole('button')).toBeFocused()
  await expect(page.getByText('Runners 6545')).toBeVisible()
  await expect(page.getByRole('button', { name: /go to your row/ })).toBeHidden()
  await expect.poll(() => page.locator('[data-row]').count()).toBeLessThan(100)

  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByText('Runners 10000')).toBeInViewport()
})

test('a change of the board fetches only the pages on the screen again', async ({ product, signedIn }) => {
  const give = await organiser(product)
  const own = await product.aCompany('Watching Ltd')
  const page = await signedIn(own, emptyPage)
  const points = Array.from({ length: 1_000 }, (_, place) => 20_000 - place)
  const { asked } = await showBoard(page, boardOf(points, { id: own.id, place: 250 }), own.id)
  await page.goto('/leaderboard')
  await expect(page.getByText('Runners 1', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /go to your row/ }).click()
  await expect(page.getByText('Runners 255')).toBeVisible()
  asked.length = 0

  await give(own, 10)
  await expect.poll(() => asked).toContain('/api/leaderboard?limit=100&offset=200')

  // The first page stays known for what is read out when somebody overtakes.
  const wanted = [
    '/api/leaderboard/summary',
    '/api/leaderboard?limit=100&offset=200',
    '/api/leaderboard?limit=100&offset=0',
  ]
  await expect.poll(() => new Set(asked)).toEqual(new Set(wanted))
})

test('rows that do not load at first come when the connection is back', async ({ product, signedIn }) => {
  const own = await product.aCompany('Tunnel Ltd')
  const page = await signedIn(own, emptyPage)
  const points = Array.from({ length: 1_000 }, (_, place) => 20_000 - place)
  await showBoard(page, boardOf(points, { id: own.id, place: 550 }), own.id)
  let failures = 0
  await page.route(/offset=500/, (route) => {
    if (failures++ > 0) return route.fallback()
    return route.abort()
  })
  await page.goto('/leaderboard')

  await page.getByRole('button', { name: /go to your row/ }).click()

  await expect(rowOf(page, own)).toBeInViewport()
  await expect(page.getByText('Runners 553')).toBeVisible()
  expect(failures).toBeGreaterThan(1)
})
