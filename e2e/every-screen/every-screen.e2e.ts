// What holds on every screen, seen in one load of each: loading it again for every question takes longer than the answers.
import type { Page } from '@playwright/test'
import { boardOf, showBoard } from '../made-up/made-up-board.ts'
import { expectRoomForWideText } from '../support/accessibility.ts'
import { anEvent, registerAll } from '../support/attending.ts'
import { aProof, aTask, emptyQueue } from '../support/challenge.ts'
import { helpButton, readHelp } from '../support/help.ts'
import { emptyPage, expect, expectNothingCut, type Product, test } from '../support/product.ts'

interface Screen {
  path: string
  /** A key that Help names there. */
  key?: string
}

/** What the page's own security policy refused since now, such as code that a library tries to compile. */
async function noteRefusals(page: Page): Promise<string[]> {
  const refused: string[] = []
  await page.exposeFunction('noteRefusal', (what: string) => refused.push(what))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) => {
      // @ts-expect-error: given to the page by the test
      void noteRefusal(`${violatedDirective} ${blockedURI}`)
    })
  })
  return refused
}

async function expectHelpAtTopRight(page: Page, width: number, { path, key }: Screen) {
  await page.setViewportSize({ width, height: 800 })
  const box = await readHelp(page, key)
  expect([path, (box?.y ?? 999) < 80, (box?.x ?? 0) > width / 3]).toEqual([path, true, true])
}

async function visitAll(page: Page, screens: Screen[]) {
  const refused = await noteRefusals(page)
  for (const screen of screens) {
    await test.step(screen.path, async () => {
      await page.setViewportSize({ width: 1440, height: 800 })
      await page.goto(screen.path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expect(page.getByText('Loading', { exact: false })).toHaveCount(0)
      // It covers the page, and the button of the page, when it opens.
      if (screen.path === '/#review') await expect(page.getByRole('dialog', { name: 'Proof review' })).toBeVisible()
      for (const width of [1440, 375]) await expectHelpAtTopRight(page, width, screen)
      await page.setViewportSize({ width: 320, height: 800 })
      await expect(helpButton(page)).toBeVisible()
      await expectRoomForWideText(page)
      await expectNothingCut(page)
    })
  }
  expect(refused).toEqual([])
}

const rule = 'Help is at the top right, wide text is not cut, and the security policy refuses nothing'

/** Companies of other tests are on the real one, with any names. */
function showLongNames(page: Page) {
  const names = ['Wide Text and Sons Limited', 'Wide Text and Daughters Limited']
  return showBoard(
    page,
    boardOf([1_240, 900]).map((entry, place) => ({ ...entry, name: names[place] ?? '' })),
  )
}

/** Long names, and a proof that waits behind the one under review. */
async function aWeek(product: Product) {
  await emptyQueue(product)
  const event = await anEvent(product, 'Wide Text Morning on the Beach')
  await registerAll(product, event, 'Ada Lovelace')
  const company = await product.aCompany('Wide Text and Sons Limited')
  const task = await aTask(product, 'Wide text walk around the harbour')
  await aProof(product, company, task)
  await aProof(product, await product.aCompany('Wide Text and Daughters Limited'), task)
  return { event, company }
}

test(`on every screen of a visitor ${rule}`, { tag: '@slow' }, async ({ product, page }) => {
  const { event } = await aWeek(product)
  const paths = ['/', '/login', '/signup', `/e/${event.shortCode}`, '/e/nothing2']
  await visitAll(
    page,
    paths.map((path) => ({ path })),
  )
})

test(`on every screen of a company ${rule}`, { tag: '@slow' }, async ({ product, signedIn }) => {
  const { company } = await aWeek(product)
  const page = await signedIn(company, emptyPage)
  await showLongNames(page)
  await visitAll(page, [
    { path: '/' },
    { path: '/leaderboard', key: 'Show or hide the sidebar' },
    { path: '/events' },
    { path: '/settings' },
    { path: '/?view=numbers' },
  ])
})

test(`on every screen of an administrator ${rule}`, { tag: '@slow' }, async ({ product, signedIn }) => {
  const { event } = await aWeek(product)
  const page = await signedIn(product.admin, emptyPage)
  await showLongNames(page)
  await visitAll(page, [
    { path: '/', key: 'Show or hide the sidebar' },
    ...['/tasks', '/companies', '/events', `/events/${event.id}/attendees`, '/administrators'].map((path) => ({
      path,
    })),
    { path: '/#review', key: 'Next proof, without deciding' },
  ])
})
