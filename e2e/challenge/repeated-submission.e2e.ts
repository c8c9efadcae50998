import type { Page } from '@playwright/test'
import { emptyPage, expect, test } from '../support/product.ts'

const dialog = (page: Page) => page.getByRole('dialog')

async function fillTask(page: Page, title: string) {
  await page.goto('/tasks')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await dialog(page).getByLabel('Title').fill(title)
  await dialog(page).getByLabel('Description').fill('Two sets on the sand, everybody plays')
  return dialog(page).getByRole('button', { name: 'Create Task' })
}

const tasksNamed = async (page: Page, title: string) => {
  const reply = await page.request.get('/api/tasks')
  return ((await reply.json()) as { title: string }[]).filter((task) => task.title === title).length
}

test('a submission whose answer was lost is repeated and creates one task', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  const submit = await fillTask(page, 'Lost answer')
  const keys: (string | undefined)[] = []
  await page.route('**/api/tasks', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })

  await submit.click()
  await expect.poll(() => keys.length).toBe(1)
  await expect(submit).toBeEnabled()
  await submit.click()

  await expect(page.getByText('Task created successfully')).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  await expect.poll(() => tasksNamed(page, 'Lost answer')).toBe(1)

  const again = await fillTask(page, 'Lost answer')
  await again.click()
  await expect.poll(() => keys.length).toBe(3)
  expect(keys[2]).not.toBe(keys[0])
  await expect.poll(() => tasksNamed(page, 'Lost answer')).toBe(2)
})

test('a double click creates one task', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  const submit = await fillTask(page, 'Double click')

  // Both before the form can react, as a slow device does.
  await submit.evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })

  await expect(page.getByText('Task created successfully').first()).toBeVisible()
  await expect.poll(() => tasksNamed(page, 'Double click')).toBe(1)
})
