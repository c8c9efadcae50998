import type { Page } from '@playwright/test'
import { boardOf, keepControls, showBoard } from '../made-up/made-up-board.ts'
import { type Company, organiser } from '../support/points.ts'
import {
  emptyPage,
  expect,
  expectGoodEverywhere,
  fetchPatiently,
  type Product,
  requireOk,
  tabTo,
  test,
  widths,
} from '../support/product.ts'

const rowOf = (page: Page, { id }: Company) => page.locator(`[data-row="${id}"]`)
const boards = (page: Page) => page.getByRole('navigation', { name: 'Boards' })

/** Companies that no other test sees while it searches for this word. */
async function companiesOf(product: Product, word: string, sizes: Record<string, number>) {
  const give = await organiser(product)
  const make = async (name: string, teamSize: number) => {
    const company = await product.aCompany(`${word} ${name}`)
    const headers = { 'content-type': 'application/json', cookie: company.cookie }
    const body = JSON.stringify({ teamSize })
    const address = `${product.url}/api/companies/${company.id}`
    await requireOk(fetchPatiently(address, { method: 'PATCH', headers, body }))
    return company
  }
  const made = new Map<string, Awaited<ReturnType<typeof make>>>()
  for (const [name, size] of Object.entries(sizes)) made.set(name, await make(name, size))
  const company = (name: string) => {
    const found = made.get(name)
    if (!found) throw new Error(`${name} was not made`)
    return found
  }
  return { give, company }
}

test('per person: chosen by keyboard, kept in the address, with its formula, and each row says why', async ({
  product,
  signedIn,
}) => {
  const { give, company } = await companiesOf(product, 'Fairness', { Crowd: 400, Crew: 8, Pair: 2 })
  await give(company('Crowd'), 4_000)
  await give(company('Crew'), 1_000)
  await give(company('Pair'), 500)
  const page = await signedIn(company('Crew'), '/leaderboard?q=fairness')
  await expect(rowOf(page, company('Crowd'))).toContainText('4,000 points')

  await tabTo(page, boards(page).getByRole('link', { name: 'Per person' }))
  await page.keyboard.press('Enter')

  await expect(page).toHaveURL('/leaderboard?q=fairness&board=per-person')
  await expect(boards(page).getByRole('link', { name: 'Per person' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText('Points of each proof ÷ people in the team when it was approved')).toBeVisible()
  await expect(rowOf(page, company('Crew'))).toContainText('125.00 per person')
  await expect(rowOf(page, company('Crowd'))).toContainText('10.00 per person')
  await expect(page.getByRole('list', { name: 'Companies without a rank' })).toContainText(
    /Fairness Pair.*Fewer than 5 people/,
  )
  await expectGoodEverywhere(page, rowOf(page, company('Crew')))

  await rowOf(page, company('Pair'))
    .getByRole('button', { name: /^Why\?/ })
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(/teams of fewer than 5 people are not compared per person/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await rowOf(page, company('Crew'))
    .getByRole('button', { name: /^Why\?/ })
    .click()
  await expect(dialog.getByText(/Fairness Crew is on rank \d+ with 125\.00 points per person\./)).toBeVisible()
  await expect(dialog.getByText('1,000 points ÷ 8 people')).toBeVisible()
  await expect(dialog.getByText('12 people')).toBeVisible()
  await expectGoodEverywhere(page, dialog.getByText('1,000 points ÷ 8 people'))
})

test('divisions: the own one first, another by a press, set by an administrator', async ({ product, signedIn }) => {
  const { give, company } = await companiesOf(product, 'Banded', { Small: 10, Large: 300 })
  await give(company('Small'), 70)
  await give(company('Large'), 90)
  const page = await signedIn(company('Small'), '/leaderboard?board=division&q=banded')
  const divisions = page.getByRole('navigation', { name: 'Divisions' })
  await expect(rowOf(page, company('Small'))).toContainText('10 people')
  await expect(rowOf(page, company('Large'))).toHaveCount(0)
  await divisions.getByRole('link', { name: /250 people or more/ }).click()
  await expect(rowOf(page, company('Large'))).toContainText('90 points')
  await expect(page).toHaveURL(/board=division&division=250-up/)
  await expectGoodEverywhere(page, rowOf(page, company('Large')))

  const admin = await signedIn(product.admin, '/?board=division')
  await admin.getByRole('button', { name: 'Set divisions' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Divisions by team size' })
  await dialog.getByRole('group', { name: 'Division 3' }).getByLabel('From people').fill('2')
  await dialog.getByRole('button', { name: 'Save divisions' }).click()
  await expect(dialog.getByText('Each division must begin with more people than the one before')).toBeVisible()
  await dialog.getByRole('group', { name: 'Division 3' }).getByLabel('From people').fill('250')
  await dialog.getByRole('button', { name: 'Save divisions' }).click()
  await expect(dialog).toBeHidden()
  await expect(admin.getByText('Divisions saved')).toBeVisible()
})

test('the big screen shows the chosen board, and its champion is that of the official one alone', {
  tag: '@slow',
}, async ({ product, signedIn }) => {
  const page = await signedIn(await product.aCompany('Projected Ltd'), emptyPage)
  const entries = boardOf([1_200, 900]).map((entry) => ({
    ...entry,
    value: entry.points / 6,
    people: 6,
    unranked: null,
  }))
  await showBoard(page, entries)
  await page.goto('/leaderboard?screen=1&board=per-person')
  const screen = page.getByRole('dialog', { name: 'Leaderboard: Per person' })
  await expect(screen.locator('[data-lane]').first()).toContainText(/Runners 1.*200\.00.*per person/)
  await expect(screen.getByRole('button', { name: 'Champion' })).toHaveCount(0)
  await keepControls(page)
  await expectGoodEverywhere(page, screen)

  const choice = page.getByRole('combobox', { name: 'Board' })
  await choice.selectOption('Official')

  await expect(page.getByRole('dialog', { name: 'Leaderboard', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/leaderboard?screen=1')
  await expect(page.getByRole('button', { name: 'Champion', exact: true })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 })
    await expect(choice, `at ${width} px`).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeInViewport({ ratio: 1 })
  }
})

test('an administrator changes a team size, and the change is dated', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Recounted Ltd')
  const theirs = await signedIn(company, '/settings')
  await expect(theirs.getByLabel('Team Size')).toHaveValue('12')
  const page = await signedIn(product.admin, '/companies?q=Recounted')
  const row = page.getByRole('row', { name: /Recounted Ltd/ })
  await row.getByRole('button', { name: /More actions/ }).click()
  await page.getByRole('menuitem', { name: 'Team size' }).click()
  const dialog = page.getByRole('dialog', { name: 'Team size' })
  await expect(dialog.getByText('12 people take part')).toBeVisible()
  const save = dialog.getByRole('button', { name: 'Save team size' })
  for (const [typed, sentence] of [
    ['', 'Team size must be a number'],
    ['0', 'Team size must be at least 1'],
    ['12', 'This is the team size already'],
  ] as const) {
    await dialog.getByLabel('New team size').fill(typed)
    await save.click()
    await expect(dialog.getByText(sentence)).toBeVisible()
  }

  await dialog.getByLabel('New team size').fill('31')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recounted Ltd: 31 people from now on.')).toBeVisible()
  const history = dialog.getByRole('region', { name: 'How many people were in the team' })
  await expect(history.getByRole('listitem')).toHaveText([
    /^31 people ?since .*, set by the organisers$/,
    /^12 people ?since /,
  ])
  await expectGoodEverywhere(page, save)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(row).toContainText('31')

  await expect(theirs.getByLabel('Team Size')).toHaveValue('31')
  await expect(theirs.getByRole('region', { name: 'How many people were in the team' })).toContainText(
    'set by the organisers',
  )
})

test('a changed team size is dated in the settings', async ({ product, signedIn }) => {
  const { company } = await companiesOf(product, 'Growing', { Team: 31 })
  const page = await signedIn(company('Team'), '/settings')

  const history = page.getByRole('region', { name: 'How many people were in the team' })
  await expect(history.getByRole('listitem')).toHaveText([/^31 people ?since /, /^12 people ?since /])
})
