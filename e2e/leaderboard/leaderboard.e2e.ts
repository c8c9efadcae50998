import type { Page } from '@playwright/test'
import { boardCalls, boardOf, keepControls, showBoard } from '../made-up/made-up-board.ts'
import { type Company, organiser } from '../support/points.ts'
import { emptyPage, expect, expectGoodEverywhere, tabTo, test, widths, withMotion } from '../support/product.ts'

test.use(withMotion)

const rowOf = (page: Page, { id }: Company) => page.locator(`[data-row="${id}"]`)

/** Every movement the page starts from now on, as the properties it moves. */
async function watchMotion(page: Page) {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const animate = Element.prototype.animate
    Element.prototype.animate = function (frames, options) {
      moved.push(...Object.keys((frames as Keyframe[])[0] ?? {}))
      return animate.call(this, frames, options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { moved: string[] }).moved)
}

/** Waits until the page shows the one before the other. */
const seenAhead = (page: Page, part: 'row' | 'lane', one: Company, other: Company) =>
  page.evaluate(
    ([name, first, second]) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const [a, b] = [first, second].map((id) => document.querySelector(`[data-${name}="${id}"]`))
          if (a && b && a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) resolve()
          else setTimeout(look, 10)
        }
        look()
      }),
    [part, one.id, other.id],
  )

test('companies are ranked by points, with calories, the own row marked and the first three by shape', async ({
  product,
  signedIn,
}) => {
  const own = await product.aCompany('Ranked Ltd')
  const page = await signedIn(own, emptyPage)
  await showBoard(page, boardOf([1240, 900, 900, 40, 0], { id: own.id, place: 3 }), own.id)
  await page.goto('/leaderboard')

  const rows = page.getByRole('list', { name: 'Company rankings' }).getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText(/Rank1.*Runners 1.*1,240 points.*3,720 kcal/)
  await expect(rows.nth(1)).toContainText('Rank2')
  await expect(rows.nth(2)).toContainText('Rank2')
  await expect(rows.nth(3)).toContainText(/Rank4.*You/)
  await expect(page.locator('[data-row] [data-mark]')).toHaveCount(3)
  await expect(page.getByText('You are on rank 4, 860 points behind Runners 3.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Companies without points' })).toContainText(/No rank.*Runners 5/)

  await page.getByLabel('Search companies').fill('runners 3')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Rank2')
  await page.getByLabel('Search companies').fill('nobody')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expectGoodEverywhere(page, rows.nth(0))
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    const cut = () => rows.evaluateAll((all) => all.filter((row) => row.scrollWidth > row.clientWidth).length)
    await expect.poll(cut, `cut at ${width}`).toBe(0)
    await expect.poll(async () => (await rows.nth(1).locator('bdi').boundingBox())?.width).toBeGreaterThan(60)
  }
})

test('a long name stays within its row on a phone, also that of the leader', async ({ product, signedIn }) => {
  const own = await product.aCompany('Tightly Set Ltd')
  const page = await signedIn(own, emptyPage)
  const name = 'Curaçao Harbour Engineering and Logistics of the Whole Southern Caribbean'
  await showBoard(
    page,
    boardOf([1240, 900], { id: own.id, place: 0 }).map((entry) => ({ ...entry, name })),
    own.id,
  )
  await page.goto('/leaderboard')
  const rows = page.getByRole('list', { name: 'Company rankings' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  const countCut = () =>
    rows.evaluateAll((all) => {
      const isOutside = (row: DOMRect, { top, bottom }: DOMRect) => top < row.top || bottom > row.bottom
      const parts = (row: Element) => [...row.querySelectorAll('bdi, .tabular-nums')]
      return all.filter((row) =>
        parts(row).some((part) => isOutside(row.getBoundingClientRect(), part.getBoundingClientRect())),
      ).length
    })
  for (const width of [320, 375, 420]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(countCut, { message: `at ${width} px` }).toBe(0)
  }
})

test('before the first points the board says so, and a board that does not load can be asked for again', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(await product.aCompany('Early Ltd'), emptyPage)
  await showBoard(page, [])
  await page.goto('/leaderboard')
  await expect(page.getByText('No leaderboard data available yet.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('region', { name: 'Top Companies' })).toContainText('No leaderboard data available yet.')

  await page.unroute(boardCalls)
  await page.route(boardCalls, (route) => route.abort())
  await page.goto('/leaderboard')
  await expect(page.getByText('This did not load')).toBeVisible()
  await page.unroute(boardCalls)
  await showBoard(page, boardOf([10]))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Runners 1')).toBeVisible()
})

test('rank 1 opens the congratulations, and its dialog is good everywhere', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(await product.aCompany('Admirer Ltd'), emptyPage)
  await showBoard(page, boardOf([1240, 900]))
  await page.goto('/leaderboard')
  await page.getByText('Runners 1').click()

  const dialog = page.getByRole('dialog', { name: 'Congratulations, Runners 1!' })
  await expect(dialog.getByRole('img')).toBeVisible()
  await expect(dialog.getByText('Corporate Challenge 2025 Champion')).toBeVisible()
  for (const text of ['Runners 1', '#1', '1,240']) await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  await expectGoodEverywhere(page, dialog.getByText('Corporate Challenge 2025 Champion'))
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: /congratulations/ })).toBeFocused()
})

test('every row says why, by keyboard, in words to read out', async ({ product, signedIn }) => {
  const give = await organiser(product)
  const [first, second] = [await product.aCompany('Reason One'), await product.aCompany('Reason Two')]
  await give(first, 31_000, 700)
  await give(second, 31_000)
  const page = await signedIn(second, '/leaderboard?q=reason')
  const why = rowOf(page, second).getByRole('button', { name: /^Why\?/ })
  await tabTo(page, why)
  await page.keyboard.press('Enter')

  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/Reason Two is on rank \d+ with 31,000 points from 1 adjustment/)).toBeVisible()
  await expect(dialog.getByText(/It reached this total on .* by an adjustment of the organisers/)).toBeVisible()
  await expect(dialog.getByText(/Reason One has the same 31,000 points but reached them .* earlier/)).toBeVisible()
  await expect(dialog.getByText('Opening relay')).toBeVisible()
  await expectGoodEverywhere(page, dialog.getByText('Opening relay'))
  await page.keyboard.press('Escape')
  await expect(why).toBeFocused()
})

test('points move every open board, and a screen reader hears it', async ({ product, signedIn }) => {
  const give = await organiser(product)
  const [slow, fast] = [await product.aCompany('Steady Steps'), await product.aCompany('Late Sprint')]
  await give(slow, 52_000)
  await give(fast, 51_000)
  const [one, other] = [await signedIn(slow, emptyPage), await signedIn(fast, emptyPage)]
  const motion = await watchMotion(one)
  for (const page of [one, other]) {
    await page.goto('/leaderboard')
    await expect(rowOf(page, fast)).toContainText('51,000')
  }

  const seen = Promise.all([one, other].map((page) => seenAhead(page, 'row', fast, slow)))
  await give(fast, 2000)
  await seen

  await expect(rowOf(one, fast)).toContainText('53,000')
  await expect(rowOf(one, fast)).toContainText('+2,000')
  await expect.poll(() => motion()).toContain('transform')
  await expect(one.getByRole('status').filter({ hasText: /Late Sprint moved up to rank \d+\./ })).toBeAttached()
  await expect(other.getByRole('status').filter({ hasText: /You moved up to rank \d+\./ })).toBeAttached()
})

test('who prefers reduced motion gets a cross-fade', async ({ product, signedIn }) => {
  const give = await organiser(product)
  const [slow, fast] = [await product.aCompany('Calm Steps'), await product.aCompany('Calm Sprint')]
  await give(slow, 42_000)
  await give(fast, 41_000)
  const page = await signedIn(slow, emptyPage)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const motion = await watchMotion(page)
  await page.goto('/leaderboard')
  await expect(rowOf(page, fast)).toContainText('41,000')

  await give(fast, 2000)
  await seenAhead(page, 'row', fast, slow)
  await expect(rowOf(page, fast)).toContainText('43,000')
  expect(new Set(await motion())).toEqual(new Set(['opacity']))
})

test('the big screen covers the shell, runs live and shows the champion', async ({ product, signedIn }) => {
  const give = await organiser(product)
  const [slow, fast] = [await product.aCompany('Screen Steps'), await product.aCompany('Screen Sprint')]
  await give(slow, 92_000)
  await give(fast, 91_000)
  const page = await signedIn(slow, emptyPage)
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/leaderboard')
  await page.getByRole('button', { name: 'Big screen' }).click()
  await expect(page).toHaveURL(/screen=1/)
  const screen = page.getByRole('dialog', { name: 'Leaderboard' })
  await expect(screen.getByText(/Live, last change/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden()

  await give(fast, 2000)
  await seenAhead(page, 'lane', fast, slow)
  await expect(screen.getByText(/Screen Sprint moved up to rank \d+\./)).toBeVisible()

  await page.context().setOffline(true)
  await expect(screen.getByText(/Reconnecting/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(screen.getByText(/Live, last change/)).toBeVisible()

  await screen.getByRole('button', { name: 'Champion', exact: true }).click()
  await expect(screen.getByText('Corporate Challenge 2025 Champion')).toBeVisible()
  await expect(screen.getByRole('img')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(screen.getByRole('img')).toBeHidden()
  await screen.getByRole('button', { name: 'Close' }).click()
  await expect(screen).toBeHidden()
  await expect(page).not.toHaveURL(/screen=1/)
})

const fourteen = boardOf(Array.from({ length: 14 }, (_, place) => 1400 - place * 100))

test('administrators have the whole board and the big screen on their dashboard', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  await showBoard(page, fourteen)
  await page.goto('/')
  const rankings = page.getByRole('region', { name: 'Company Rankings' })
  await expect(rankings.locator('[data-row]')).toHaveCount(10)
  await rankings.getByRole('button', { name: 'Show all 14' }).click()
  await expect(rankings.locator('[data-row]')).toHaveCount(14)
  await rankings.getByRole('button', { name: 'Big screen' }).click()

  await expect(page.locator('[data-lane]')).toHaveCount(10)
  await expect(page.getByText('4 more companies')).toBeVisible()
  await page.goBack()
  await expect(page.locator('[data-lane]')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('the big screen opens by its address, and is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Venue Ltd'), emptyPage)
  await showBoard(page, fourteen)
  await page.goto('/leaderboard?screen=1')

  const lanes = page.getByRole('list', { name: 'The first 10' }).getByRole('listitem')
  await keepControls(page)
  await expectGoodEverywhere(page, lanes.nth(0))
  await page.keyboard.press('Escape')
  await expect(lanes).toHaveCount(0)
  await expect(page).toHaveURL(/leaderboard$/)
})

test('the champion fills the big screen, and is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  test.slow()
  const page = await signedIn(await product.aCompany('Photo Ltd'), emptyPage)
  await showBoard(page, fourteen)
  await page.goto('/leaderboard?screen=1')
  await page.locator('[data-lane]').first().getByRole('button').click()

  await keepControls(page)
  await expectGoodEverywhere(page, page.getByText('Corporate Challenge 2025 Champion'))
})

test('the dashboard shows the top five, and View All opens the board', async ({ product, signedIn }) => {
  const own = await product.aCompany('Top Card Ltd')
  const page = await signedIn(own, emptyPage)
  await showBoard(page, boardOf([70, 60, 50, 40, 30, 20, 10], { id: own.id, place: 6 }), own.id)
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Top Companies' })
  await expect(card.getByRole('listitem')).toHaveCount(5)
  await expect(card.getByRole('listitem').first()).toContainText(/Rank1.*Runners 1.*70 points/)
  await expect(card).toContainText(/Rank7.*You.*10 points/)
  await card.getByRole('link', { name: 'View All' }).click()
  await expect(page.getByRole('heading', { name: 'Leaderboard', level: 1 })).toBeVisible()
})
