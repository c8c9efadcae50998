import type { Page } from '@playwright/test'
import { administrator, aProof, aTask, emptyQueue, read } from './challenge.ts'
import { anEvent } from './event-making.ts'
import { emptyPage, expect, supportEmail, test } from './product.ts'

const help = (page: Page) => page.getByRole('button', { name: 'Help', exact: true }).last()

/** Opens Help, reads it, closes it, and says where its button is. */
async function readHelp(page: Page, key?: string) {
  await help(page).click()
  const dialog = page.getByRole('dialog', { name: 'Help' })
  const link = dialog.getByRole('link', { name: supportEmail })
  await expect(link).toHaveAttribute('href', new RegExp(`^mailto:${supportEmail}\\?subject=`))
  if (key) await expect(dialog).toContainText(key)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(help(page)).toBeFocused()
  return help(page).boundingBox()
}

for (const width of [375, 1440]) {
  test(`at ${width} px Help is at the top right of every screen and names whom to write to`, async ({
    product,
    page,
    signedIn,
  }) => {
    await emptyQueue(product)
    const event = await anEvent(product, `Help run ${width}`)
    const company = await product.aCompany(`Help ${width} Ltd`)
    await aProof(product, company, await aTask(product, `Help task ${width}`))
    const theirs = await signedIn(company, emptyPage)
    const ours = await signedIn(product.admin, emptyPage)
    const screens: [page: Page, path: string, key?: string][] = [
      [page, '/'],
      [page, '/login'],
      [page, '/signup'],
      [page, `/e/${event.shortCode}`],
      [page, '/e/nothing2'],
      [theirs, '/'],
      [theirs, '/leaderboard', 'Show or hide the sidebar'],
      [theirs, '/settings'],
      [ours, '/', 'Show or hide the sidebar'],
      [ours, '/companies'],
      [ours, `/events/${event.id}/attendees`],
      [ours, '/#review', 'Next proof, without deciding'],
    ]
    for (const [screen, path, key] of screens) {
      await screen.setViewportSize({ width, height: 800 })
      await screen.goto(path)
      // It covers the page, and the button of the page, when it opens.
      if (path === '/#review') await expect(screen.getByRole('dialog', { name: 'Proof review' })).toBeVisible()
      const box = await readHelp(screen, key)
      expect([path, (box?.y ?? 999) < 80, (box?.x ?? 0) > width / 3]).toEqual([path, true, true])
    }
  })
}

test('single-key shortcuts can be switched off, which is remembered', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Switched Off Ltd')
  const proof = await aProof(product, company, await aTask(product, 'Switched off run'))
  const page = await signedIn(product.admin, '/#review')
  const desk = page.getByRole('dialog', { name: 'Proof review' })
  await expect(desk.getByRole('button', { name: /^Photo 1 of 6/ })).toBeFocused()
  await help(page).click()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).uncheck()
  await page.reload()
  await expect(desk.getByRole('button', { name: /^Photo 1 of 6/ })).toBeFocused()

  for (const key of ['a', 'r', 'r', 'j', '1', '?']) await page.keyboard.press(key)
  await page.keyboard.press('ArrowRight')
  await expect(desk.getByRole('button', { name: /^Photo 2 of 6/ })).toBeFocused()
  await expect(page.getByRole('dialog', { name: 'Help' })).toBeHidden()
  await expect(desk.getByLabel('Not enough different photos or videos')).not.toBeChecked()
  const pending = await read(product, '/api/proofs/pending', await administrator(product))
  expect(pending).toMatchObject([{ id: proof.id, status: 'pending' }])

  await help(page).click()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('Escape')
  await expect(help(page)).toBeFocused()
  await page.keyboard.press('a')
  await expect(desk).toContainText('All proofs reviewed!')
})
