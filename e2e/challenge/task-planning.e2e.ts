import type { Page } from '@playwright/test'
import {
  dismissToast,
  expect,
  expectAccessible,
  expectGoodEverywhere,
  expectNothingCut,
  test,
} from '../support/product.ts'
import { adminOf, task } from '../support/proof-making.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Preview' }).getByRole('listitem')
const create = (page: Page, count: string) => page.getByRole('dialog').getByRole('button', { name: `Create ${count}` })

test('a week is pasted from a spreadsheet: errors are named per row, and nothing is created until all is right', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Plan tasks' }).click()
  await expect(page.getByText('Nothing to create yet')).toBeVisible()
  const wrong = [
    'Title\tDescription\tPoints\tOpens\tCloses',
    'Pasted walk\tWalk five kilometres together\t20\t2090-11-16 06:00\t2090-11-17 20:00',
    'Pasted swim\tshort\tmany\tnext week\t',
  ].join('\n')
  await page.getByRole('textbox', { name: 'Tasks' }).fill(wrong)

  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(0)).toContainText('20 points')
  for (const sentence of [
    'Description must be at least 10 characters',
    'Points must be a number',
    'Opens: write it like 2026-11-16 06:00',
  ])
    await expect(rows(page).nth(1)).toContainText(sentence)
  await expect(page.getByText('1 of 2 rows needs a correction.')).toBeVisible()
  await expect(create(page, '2 tasks')).toBeDisabled()
  await expectGoodEverywhere(page, page.getByText('1 of 2 rows needs a correction.'))

  const right = wrong.replace('short\tmany\tnext week', 'Swim across the bay\t30\t2090-11-18 06:00')
  await page.getByRole('textbox', { name: 'Tasks' }).fill(right)
  await expect(page.getByText('All 2 rows are valid.')).toBeVisible()
  await create(page, '2 tasks').click()
  await expect(page.getByText('Tasks created successfully')).toBeVisible()
  await expect(task(page, 'Pasted walk')).toContainText('Not open yet')
  await expect(task(page, 'Pasted swim')).toContainText('30 points')
})

test('a day is copied to another one by keyboard, at the same times', async ({ product, signedIn }) => {
  const admin = await adminOf(product)
  const times = { opensAt: '2091-06-01T10:00:00.000Z', closesAt: '2091-06-02T01:00:00.000Z' }
  await admin.aTask('Copied ride', times)
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Plan tasks' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Copy', { exact: true }).selectOption('day 2091-06-01')
  await page.getByLabel('To the day').fill('2091-06-09')
  await page.getByRole('button', { name: 'Copy' }).press('Enter')

  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page).first()).toContainText(/Opens 9\sJune 2091, 06:00 · Closes 9\sJune 2091, 21:00/)
  await expectAccessible(page)
  await create(page, '1 task').press('Enter')
  await expect(page.getByText('Tasks created successfully')).toBeVisible()
  await dismissToast(page)
  await expect(page.getByRole('heading', { name: /^Saturday,? 9 June 2091$/ })).toBeVisible()
  await expectNothingCut(page)
})

test('what the server refuses is named beside its row, and typed text is not lost by a stray key', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Plan tasks' }).click()
  await page.getByRole('textbox', { name: 'Tasks' }).fill('Refused row,Walk five kilometres together')
  const sentence = 'The closing time must be in the future'
  await page.route('**/api/task-batches', (route) =>
    route.fulfill({
      status: 400,
      json: { message: sentence, code: 'invalid-input', fields: { 'tasks.0.closesAt': sentence }, requestId: 'x' },
    }),
  )
  await create(page, '1 task').click()
  await expect(rows(page).first()).toContainText(sentence)
  await expect(create(page, '1 task')).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(page.getByRole('textbox', { name: 'Tasks' })).toHaveValue(/Refused row/)
})
