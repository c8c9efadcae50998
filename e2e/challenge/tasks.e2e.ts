import type { Page } from '@playwright/test'
import { aProof, aTask } from '../support/challenge.ts'
import { emptyPage, expect, expectGoodEverywhere, test } from '../support/product.ts'
import { adminOf } from '../support/proof-making.ts'

const dialog = (page: Page) => page.getByRole('dialog')

test('a task is created, edited and deleted, and each step says so', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog(page).getByLabel('Points')).toHaveValue('10')
  await expect(dialog(page).getByLabel('Calories')).toHaveValue('50')
  await dialog(page).getByLabel('Title').fill('Beach volleyball')
  await dialog(page).getByLabel('Description').fill('Two sets on the sand, everybody plays')
  await dialog(page).getByLabel('YouTube URL').fill('https://youtu.be/abc')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText('Task created successfully')).toBeVisible()
  const card = page.getByRole('article', { name: 'Beach volleyball' })
  for (const text of ['Two sets on the sand', '10 points', '50 calories', 'Tutorial available']) {
    await expect(card).toContainText(text)
  }
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()

  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Title').fill('Beach tennis')
  await dialog(page).getByLabel('YouTube URL').fill('')
  await dialog(page).getByLabel('Points').fill('35')
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Task updated successfully')).toBeVisible()
  const edited = page.getByRole('article', { name: 'Beach tennis' })
  await expect(edited).toContainText('35 points')
  await expect(edited).toContainText('No tutorial')

  await edited.getByRole('button', { name: 'Delete' }).click()
  const question = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this task?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(edited).toBeVisible()
  await edited.getByRole('button', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete task' }).click()
  await expect(page.getByText('Task deleted successfully')).toBeVisible()
  await expect(edited).toHaveCount(0)
})

test('tasks of today come first, and active tasks are counted as on the dashboard', async ({ product, signedIn }) => {
  const day = 24 * 3_600_000
  const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const admin = await adminOf(product)
  await admin.aTask('Planned canoeing', { opensAt: inMs(2 * day) })
  await admin.aTask('Canoeing today')
  const page = await signedIn(product.admin, '/tasks')
  const cards = page.getByRole('article', { name: /canoeing/i })
  await expect(cards).toHaveCount(2)
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Today')
  await expect(cards.last()).toHaveAccessibleName('Planned canoeing')
  const active = page.getByRole('navigation', { name: 'Tasks' }).getByRole('link', { name: /^Active/ })
  await active.click()
  await expect(cards).toHaveCount(1)
  await expect(cards).toHaveAccessibleName('Canoeing today')
  const counted = (await active.textContent())?.replace('Active', '') ?? ''

  await page.goto('/')

  await expect(page.getByLabel('The week in numbers')).toContainText(`Active Tasks${counted}`)
})

test('what is wrong stands beside its field', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await dialog(page).getByLabel('Title').fill('Hi')
  await dialog(page).getByLabel('Description').fill('Too short')
  await dialog(page).getByLabel('YouTube URL').fill('javascript:alert(1)')
  await dialog(page).getByLabel('Points').fill('0')
  await dialog(page).getByLabel('Calories').fill('0')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  for (const message of [
    'Title must be at least 3 characters',
    'Description must be at least 10 characters',
    'Must be a valid YouTube URL',
    'Points must be at least 1',
    'Calories must be at least 1',
  ]) {
    await expect(dialog(page).getByText(message)).toBeVisible()
  }
  await dialog(page).getByLabel('Points').pressSequentially('e')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog(page).getByText('Points must be a number')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog(page), 'typed text is not lost by a stray key').toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog(page)).toHaveCount(0)
})

test('a tutorial pasted without https:// is completed, and every tutorial has a drawing of its own', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/tasks')
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await page.getByRole('button', { name: 'Create Task' }).click()
    await dialog(page).getByLabel('Title').fill(`Pasted tutorial ${number}`)
    await dialog(page).getByLabel('Description').fill('Run five kilometres together')
    await dialog(page).getByLabel('YouTube URL').fill(`www.youtube.com/watch?v=${number}`)
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toHaveCount(0)
  }
  const theirs = await signedIn(await product.aCompany('Tutorial Ltd'))
  const links = theirs.getByRole('link', { name: /^Watch Tutorial/ })
  await expect(links.first()).toHaveAttribute('href', /^https:\/\/www\.youtube\.com\/watch\?v=\d$/)
  const drawings = await theirs.locator('[data-drawing]').evaluateAll((all) => all.map((one) => one.outerHTML))
  expect(drawings.length).toBeGreaterThanOrEqual(6)
  expect(new Set(drawings).size).toBeGreaterThan(4)
})

test('the dashboard creates with its own defaults, and repeats what the server says', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin)
  await page.getByRole('button', { name: 'Create Task' }).click()
  const points = dialog(page).getByLabel('Points')
  await expect(points).toHaveValue('50')
  await expect(points).toHaveAttribute('min', '0')
  await expect(dialog(page).getByLabel('Calories')).toHaveValue('50')
  await dialog(page).getByLabel('Title').fill('From the dashboard')
  await dialog(page).getByLabel('Description').fill('Created without leaving the dashboard')
  await points.fill('0')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText('Points must be at least 1')
  await points.fill('5')
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 500, body: '' }), { times: 1 })
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Error' })).toContainText('Failed to create task')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText('Task created successfully')).toBeVisible()
})

test('failures on the tasks page have their fixed titles', async ({ product, signedIn }) => {
  await aTask(product, 'Failing task')
  const page = await signedIn(product.admin, '/tasks')
  const card = page.getByRole('article', { name: 'Failing task' })
  await page.route('**/api/tasks/*', (route) => route.fulfill({ status: 500, body: '' }))
  await card.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Failed to update task')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await card.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete task' }).click()
  await expect(page.getByText('Failed to delete task')).toBeVisible()
  await page.route('**/api/tasks', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Create Task' }).click()
  await dialog(page).getByLabel('Title').fill('Never created')
  await dialog(page).getByLabel('Description').fill('Because the server is down')
  await dialog(page).getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText('Failed to create task')).toBeVisible()
})

test('an answer that cannot be understood is an error with a way out, not a blank screen', async ({
  product,
  signedIn,
}) => {
  await aTask(product, 'Understood later')
  const page = await signedIn(product.admin, emptyPage)
  await page.route('**/api/tasks', (route) => route.fulfill({ json: [{ id: 7, title: null }] }))
  await page.goto('/tasks')
  await expect(page.getByRole('alert')).toContainText('could not be understood')
  await page.unroute('**/api/tasks')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article', { name: 'Understood later' })).toBeVisible()
})

test('a task with proofs is archived, and others see it leave without a reload', async ({ product, signedIn }) => {
  const task = await aTask(product, 'Archived task')
  await aProof(product, await product.aCompany('Archive Ltd'), task)
  const page = await signedIn(product.admin)
  const other = await signedIn(product.admin, '/tasks')
  await expect(other.getByRole('article', { name: 'Archived task' })).toBeVisible()
  await page.goto('/tasks')
  await page.getByRole('article', { name: 'Archived task' }).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete task' }).click()

  await expect(page.getByText('has proofs, so it was archived')).toBeVisible()
  await expect(other.getByRole('article', { name: 'Archived task' })).toHaveCount(0)
})

test('every task shows how many proofs it has, and a decision moves the count without a reload', async ({
  product,
  signedIn,
}) => {
  const task = await aTask(product, 'Counted task')
  await aTask(product, 'Task without proofs')
  const company = await product.aCompany('Counted One Ltd')
  await aProof(product, company, task)
  await aProof(product, await product.aCompany('Counted Two Ltd'), task)
  const page = await signedIn(product.admin, '/tasks')
  const row = page.getByRole('article', { name: 'Counted task' })
  await expect(row).toContainText('2 proofs')
  await expect(row).toContainText('2 pending')
  await expect(page.getByRole('article', { name: 'Task without proofs' })).toContainText('No proofs yet')

  const admin = await adminOf(product)
  await admin.decide(company, 'approved')

  await expect(row).toContainText('1 pending, 1 approved')
})

test('sixteen tasks fit two screens of a desk', async ({ product, signedIn }) => {
  for (let number = 1; number <= 16; number++) await aTask(product, `Listed task ${number}`)
  const page = await signedIn(product.admin, emptyPage)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/tasks?q=Listed+task')
  const rows = page.getByRole('article', { name: 'Listed task' })
  await expect(rows).toHaveCount(16)
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height, 'height of sixteen tasks').toBeLessThanOrEqual(1_800)
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
  expect(Math.max(...heights), 'highest row').toBeLessThanOrEqual(64)
})

test('many tasks can be searched, and the page is good everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  for (let number = 1; number <= 8; number++) await aTask(product, `Searchable task number ${number}`)
  const page = await signedIn(product.admin, '/tasks')
  await page.getByLabel('Search tasks').fill('number 7')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: '1 task found' })).toBeVisible()
  await page.getByLabel('Search tasks').fill('nothing is called this')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).first().click()
  await expectGoodEverywhere(page, page.getByRole('article', { name: 'Searchable task number 7' }))
})
