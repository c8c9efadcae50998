import { administrator, aProof, aTask, emptyQueue, read } from '../support/challenge.ts'
import { helpButton } from '../support/help.ts'
import { expect, test } from '../support/product.ts'

test('single-key shortcuts can be switched off, which is remembered', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Switched Off Ltd')
  const proof = await aProof(product, company, await aTask(product, 'Switched off run'))
  const page = await signedIn(product.admin, '/#review')
  const desk = page.getByRole('dialog', { name: 'Proof review' })
  await expect(desk.getByRole('button', { name: /^Photo 1 of 6/ })).toBeFocused()
  await helpButton(page).click()
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

  await helpButton(page).click()
  await page.getByRole('switch', { name: 'Single-key shortcuts' }).check()
  await page.keyboard.press('Escape')
  await expect(helpButton(page)).toBeFocused()
  await page.keyboard.press('a')
  await expect(desk).toContainText('All proofs reviewed!')
})
