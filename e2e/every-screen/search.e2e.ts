import type { Page } from '@playwright/test'
import { aProof, aTask } from '../support/challenge.ts'
import { anAttendee, anEvent } from '../support/event-making.ts'
import { readHelp } from '../support/help.ts'
import { emptyPage, expect, expectAccessible, expectNothingCut, test, themes } from '../support/product.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' })
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' })
const active = (page: Page) => results(page).getByRole('option', { selected: true })

/** Opens the search by key and types. */
async function search(page: Page, text: string) {
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(text)
}

test('an organiser finds a company, a person, a task and an event by keyboard', async ({ product, signedIn }) => {
  const company = await product.aCompany('Kadushi Search Kitchens')
  const task = await aTask(product, 'Searched harbour swim')
  const event = await anEvent(product, 'Searched sunset yoga')
  const person = await anAttendee(product, event, 'Searchrosa')
  const page = await signedIn(product.admin, '/tasks')
  await expect(page.getByRole('heading', { name: 'Tasks', level: 1 })).toBeVisible()

  await search(page, 'kadushi SEARCH')
  await expect(results(page).getByRole('group', { name: 'Companies' }).getByRole('option')).toHaveCount(1)
  await expect(active(page).locator('mark').first()).toHaveText('Kadushi Search')
  await expect(page.getByRole('status').filter({ hasText: '1 result' })).toBeAttached()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/companies?company=${company.id}`)
  await expect(field(page)).toHaveCount(0)

  await search(page, person.email)
  await expect(active(page)).toContainText('Searchrosa Martina')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/events/${event.id}/attendees\\?q=`))
  await expect(page.getByRole('main')).toContainText(person.email)

  await search(page, 'harbour swim')
  await expect(active(page)).toContainText(task.title)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: task.title })).toBeVisible()

  // Recent things come first in an empty search.
  await page.keyboard.press('Control+k')
  const recent = results(page).getByRole('group', { name: 'Recent' }).getByRole('option')
  await expect(recent).toHaveCount(3)
  await expect(recent.first()).toContainText(task.title)
  await page.keyboard.press('ArrowDown')
  await expect(active(page)).toContainText('Searchrosa Martina')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(active(page), 'from the first to the last').toContainText('Log out')
})

test('Enter before the answer opens what the answer finds first', async ({ product, signedIn }) => {
  const company = await product.aCompany('Patient Pelican')
  await product.aCompany('Patience Ltd')
  const page = await signedIn(product.admin, '/tasks')
  await search(page, 'patien')
  await expect(results(page).getByRole('group', { name: 'Companies' }).getByRole('option')).toHaveCount(2)
  let answer = () => {}
  await page.route('**/api/search?q=patient*', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.continue()
  })
  const asked = page.waitForRequest('**/api/search?q=patient*')

  await page.keyboard.type('t pel')
  await page.keyboard.press('Enter')
  await asked
  await expect(results(page).getByRole('option'), 'the last answer stays').toHaveCount(2)
  await expect(page).toHaveURL('/tasks')
  answer()

  await expect(page).toHaveURL(`/companies?company=${company.id}`)
})

test('an organiser acts from everywhere', async ({ product, signedIn }) => {
  await anEvent(product, 'Event with a door')
  const page = await signedIn(product.admin, '/companies')
  await expect(page.getByRole('heading', { name: 'Companies', level: 1 })).toBeVisible()

  await search(page, 'create t')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create Task' })
  await expect(form.getByLabel('Title')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused()

  await search(page, 'dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveClass(/dark/)

  await search(page, 'door')
  await expect(active(page)).toContainText('Open the door')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/events\/[^/]+\/attendees#door$/)
  await page.goto('/companies')

  await search(page, 'reviewing')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Proof review' })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(field(page), 'not above another dialog').toHaveCount(0)
})

test('a company finds its submission and open tasks, and nobody else', async ({ product, signedIn }) => {
  const company = await product.aCompany('Finding Ltd')
  await product.aCompany('Unfound Ltd')
  const task = await aTask(product, 'Findable walk')
  await aTask(product, 'Findable dance')
  await aProof(product, company, task)
  await anEvent(product, 'Event without a door')
  const page = await signedIn(company, '/events')
  await expect(page.getByRole('heading', { name: 'Event without a door' })).toBeVisible()

  await search(page, 'door')
  await expect(results(page).getByRole('option', { name: 'Event without a door' })).toBeVisible()
  await expect(results(page).getByRole('option', { name: 'Open the door' })).toHaveCount(0)
  await field(page).fill('unfound')
  await expect(page.getByText('Nothing matches “unfound”.')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeAttached()
  await field(page).fill('findable')
  await expect(results(page).getByRole('group', { name: 'Tasks' }).getByRole('option')).toHaveCount(2)
  const submission = results(page).getByRole('group', { name: 'Your submissions' }).getByRole('option')
  await expect(submission).toHaveCount(1)
  await submission.click()

  await expect(page.getByRole('dialog', { name: task.title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/')
})

test('Escape gives the focus back, and the back button closes the search', async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Escaping Ltd'), '/settings')
  const button = page.getByRole('button', { name: 'Search', exact: true })
  await button.click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('nothing yet')
  await page.keyboard.press('Escape')
  await expect(field(page)).toHaveCount(0)
  await expect(button).toBeFocused()

  await button.click()
  await expect(field(page)).toHaveValue('')
  await page.evaluate(() => history.back())
  await expect(field(page)).toHaveCount(0)
  await expect(page).toHaveURL('/settings')
  await readHelp(page, 'Search everything')
})

test('"/" goes to the search field of the list, and single keys can be switched off', async ({ product, signedIn }) => {
  await product.aCompany('Slash Ltd')
  const page = await signedIn(product.admin, '/companies')
  const list = page.getByRole('main').getByRole('searchbox')
  await expect(list).toBeVisible()
  await page.keyboard.press('/')
  await expect(list).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(list).toHaveValue('a/b')

  await page.evaluate(() => localStorage.setItem('single-key-shortcuts', 'off'))
  await page.reload()
  await expect(list).toBeVisible()
  await page.keyboard.press('/')
  await expect(list).not.toBeFocused()
})

test('the search fits every screen and is accessible in both themes', async ({ product, signedIn }) => {
  await product.aCompany('Widest Search Company of the Northern Leeward Islands and Neighbouring Harbours')
  const page = await signedIn(product.admin, emptyPage)
  for (const colorScheme of themes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/tasks')
    for (const [width, height] of [
      [320, 256],
      [375, 740],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await expectAccessible(page)
      await field(page).fill('widest')
      await expect(active(page)).toContainText('Widest')
      await expectNothingCut(page)
      await expectAccessible(page)
      const box = await active(page).boundingBox()
      expect(box?.height).toBeGreaterThanOrEqual(44)
      // A list of many commands keeps the field and the active line in sight.
      await field(page).fill('')
      await page.keyboard.press('ArrowUp')
      await expect(active(page)).toBeInViewport()
      await expect(field(page)).toBeInViewport()
      await page.keyboard.press('Escape')
      await expect(field(page)).toHaveCount(0)
    }
  }
})

test('in forced colours the active line is outlined', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(active(page)).toHaveCSS('outline-style', 'solid')
  await expectAccessible(page)
})
