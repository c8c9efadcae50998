import type { LeaderboardEntry } from '../../src/contract/leaderboard/endpoints.ts'
import { showBoard } from '../made-up/made-up-board.ts'
import { emptyPage, expect, test } from '../support/product.ts'

const entryOf = (name: string, place: number, points: number): LeaderboardEntry => ({
  id: `00000000-0000-4000-8000-${String(place).padStart(12, '0')}`,
  name,
  logoUrl: null,
  brandingColor: '#0c677b',
  points,
  rank: points > 0 ? place + 1 : null,
  caloriesBurned: points * 3,
  reachedAt: points > 0 ? '2026-11-15T12:00:00.000Z' : null,
})

test('an administrator opens the big screen by its address, and leaves it for the dashboard', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/leaderboard?screen=1')
  const screen = page.getByRole('dialog', { name: 'Leaderboard' })
  await expect(screen).toBeVisible()
  await expect(page).toHaveTitle(/^Leaderboard, big screen · /)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('region', { name: 'Company Rankings' })).toBeVisible()

  await page.goto('/leaderboard')
  await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible()
})

test("the leader's name is never smaller than another, however long it is", async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  const names = ['The Very Long And Winding Name Of A Company Foundation', 'Sea', 'Harbour Lights Bank', 'Salt']
  const entries = names.map((name, place) => entryOf(name, place, 400 - place * 50))
  await showBoard(page, entries)
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1024, height: 768 },
    { width: 375, height: 740 },
  ]) {
    await page.setViewportSize(size)
    await page.goto('/leaderboard?screen=1')
    const shown = page.locator('[data-lane]')
    await expect(shown).toHaveCount(names.length)
    const sizes = await shown.evaluateAll((lanes) =>
      lanes.map((lane) => Number.parseFloat(getComputedStyle(lane.querySelector('bdi') as Element).fontSize)),
    )
    expect(Math.max(...sizes), `at ${size.width} px`).toBeLessThanOrEqual(sizes[0] ?? 0)
  }
})

test('companies with equal points stand level on the big screen', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  const entries = [400, 400, 300, 300].map((points, place) => entryOf(`Runners ${place + 1}`, place, points))
  await showBoard(page, entries)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/leaderboard?screen=1')
  await expect(page.locator('[data-lane]')).toHaveCount(entries.length)

  const lanes = await page.locator('[data-lane]').evaluateAll((all) =>
    all.map((lane) => {
      const runner = lane.querySelector('[data-runner]') as Element
      return [Math.round(lane.getBoundingClientRect().height), Math.round(runner.getBoundingClientRect().right)]
    }),
  )

  expect(lanes[1]).toEqual(lanes[0])
  expect(lanes[3]).toEqual(lanes[2])
})

test('a company without points is not asked why', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  const entries = [entryOf('Leads', 0, 40), entryOf('Owes', 1, -5), entryOf('Waits', 2, 0)]
  await showBoard(page, entries)
  await page.goto('/')
  const row = (name: string) => page.locator('[data-row]').filter({ hasText: name })
  await expect(row('Waits')).toBeVisible()
  await expect(row('Waits').getByRole('button', { name: /^Why/ })).toHaveCount(0)
  await expect(row('Owes').getByRole('button', { name: /^Why/ })).toBeVisible()
  await expect(row('Owes')).toContainText('−5')
})
