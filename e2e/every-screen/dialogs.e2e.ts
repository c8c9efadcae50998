import { aTask } from '../support/challenge.ts'
import { question, strayClosings } from '../support/form-dialogs.ts'
import { emptyPage, expect, test, withMotion } from '../support/product.ts'

test.use(withMotion)

test('a form dialog in which nothing was typed closes at once', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/tasks')
  for (const close of Object.values(strayClosings)) {
    await page.getByRole('button', { name: 'Create Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Task' })
    await expect(dialog).toBeVisible()
    await dialog.getByLabel('Title').fill('Typed')
    await dialog.getByLabel('Title').fill('')
    await close(page, dialog)
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/tasks')
  }
})

test('typed text is also asked about when the tab is closed', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Create Task' }).click()
  await page.getByRole('dialog').getByLabel('Title').pressSequentially('Typed')
  const asked = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})

test.describe('on a phone', () => {
  const phone = { width: 375, height: 740 }

  test('back closes one layer at a time and never leaves the page', async ({ product, signedIn }) => {
    const task = await aTask(product, 'Layered walk')
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(phone)
    await page.goto('/events')
    await page.getByText('More', { exact: true }).click()
    const sheet = page.getByRole('dialog', { name: 'Administration' })
    await expect(sheet).toBeVisible()
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(page).toHaveURL('/events')

    // Forward has nothing to open again, and does no harm.
    await page.evaluate(() => history.forward())
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
    await expect(sheet).toHaveCount(0)

    // A link in an overlay leads to its page, and back from there to the page before.
    await page.getByText('More', { exact: true }).click()
    await sheet.getByRole('link', { name: 'Tasks' }).click()
    await expect(page).toHaveURL('/tasks')
    const card = page.getByRole('article', { name: task.title })
    await card.getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Task' })
    await dialog.getByLabel('Title').fill('Another walk')
    await page.goBack()
    await expect(question(page)).toBeVisible()
    await page.goBack()
    await expect(question(page)).toHaveCount(0)
    await expect(dialog.getByLabel('Title')).toHaveValue('Another walk')
    await page.goBack()
    await question(page).getByRole('button', { name: 'Discard' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/tasks')
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
    await page.goBack()
    await expect(page).toHaveURL('/events')
  })

  test('closing a dialog in another way takes its history entry away', async ({ product, signedIn }) => {
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(phone)
    await page.goto('/events')
    await page.goto('/tasks')
    for (const way of ['Escape', 'Cancel', 'Save'] as const) {
      await page.getByRole('button', { name: 'Create Task' }).click()
      const dialog = page.getByRole('dialog', { name: 'Create Task' })
      await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(1)
      if (way === 'Escape') await page.keyboard.press('Escape')
      if (way === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
      if (way === 'Save') {
        await dialog.getByLabel('Title').fill('Saved on a phone')
        await dialog.getByLabel('Description').fill('A walk along the water')
        await dialog.getByRole('button', { name: 'Create Task' }).click()
      }
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
    }
    await page.goBack()
    await expect(page).toHaveURL('/events')
  })

  test('back from a dialog keeps it while its work is under way', async ({ product, signedIn }) => {
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(phone)
    await page.goto('/tasks')
    await page.getByRole('button', { name: 'Create Task' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create Task' })
    await dialog.getByLabel('Title').fill('Slow network')
    await dialog.getByLabel('Description').fill('A walk along the water')
    let answer = () => {}
    await page.route('**/api/tasks', async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return route.continue()
    })
    await dialog.getByRole('button', { name: 'Create Task' }).click()
    await expect(dialog.getByRole('button', { name: 'Creating...' })).toBeVisible()
    await page.goBack()
    const discard = question(page).getByRole('button', { name: 'Discard' })
    await discard.click()
    await expect(question(page)).toHaveCount(0)
    await expect(dialog).toBeVisible()
    answer()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/tasks')
    await expect.poll(() => page.evaluate(() => history.state?.overlays ?? 0)).toBe(0)
  })

  test('leaving a full-screen mode by its cross does not bring it back', async ({ product, signedIn }) => {
    const page = await signedIn(product.admin, emptyPage)
    await page.setViewportSize(phone)
    await page.goto('/events')
    await page.goto('/#review')
    const mode = page.getByRole('dialog', { name: 'Proof review' })
    await mode.getByRole('button', { name: 'Leave review' }).click()
    await expect(mode).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/events')
  })
})
