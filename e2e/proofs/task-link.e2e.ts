import { administrator, aProof, aTask, emptyQueue, proofsOf, send } from '../support/challenge.ts'
import { expect, logIn, password, requireOk, test } from '../support/product.ts'
import { opened, openProof, phone, photos, task } from '../support/proof-making.ts'

const dialogOf = 'Submit Proof'

test('the email of a rejection opens the dialog of its task, also after the login', async ({ product, browser }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Linked Ltd')
  const run = await aTask(product, 'Linked run')
  const proof = await aProof(product, company, run)
  const verdict = { status: 'rejected', adminNotes: 'Too dark' }
  await requireOk(send(product, 'PATCH', `/api/proofs/${proof.id}/review`, await administrator(product), verdict))
  const page = await (await browser.newContext({ baseURL: product.url, ...phone })).newPage()

  await page.goto(`/?task=${run.id}`)
  await page.getByRole('link', { name: 'Sign In' }).first().tap()
  await page.getByLabel('Email').fill(company.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log In' }).tap()

  const dialog = page.getByRole('dialog', { name: dialogOf })
  await expect(dialog).toContainText('Linked run')
  await expect(dialog.getByRole('button', { name: 'Add photos' })).toBeInViewport()
  await expect(dialog.getByRole('button', { name: 'Ask your team' })).toBeInViewport()
  await dialog.getByRole('button', { name: 'Cancel' }).tap()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.reload()
  await expect(task(page, 'Linked run').getByRole('button', { name: 'Submit Proof' })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await page.context().close()
})

test('a link to a task that has a proof says so, and the back button closes a linked dialog', async ({
  product,
  browser,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('Linked Twice Ltd')
  const [done, open] = [await aTask(product, 'Linked and done'), await aTask(product, 'Linked and open')]
  await aProof(product, company, done)
  const context = await browser.newContext({ baseURL: product.url })
  await logIn(context, company.email)
  const page = await context.newPage()

  await page.goto(`/?task=${done.id}`)
  await expect(page.getByText('There is a proof for Linked and done already.')).toBeVisible()
  await page.goto(`/?task=${open.id}`)
  const dialog = page.getByRole('dialog', { name: dialogOf })
  await expect(dialog).toContainText('Linked and open')
  await page.goBack()

  await expect(dialog).toHaveCount(0)
  await expect(task(page, 'Linked and open')).toBeVisible()
  expect(await proofsOf(product, company)).toHaveLength(1)
  await context.close()
})

test('videos chosen for an empty proof make it one of videos; a photo beside them is left out and says why', async ({
  product,
  browser,
}) => {
  await aTask(product, 'Either of both')
  const page = await opened(browser, product, await product.aCompany('Either Ltd'))
  await openProof(page, 'Either of both')
  const video = { name: 'run.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no video at all') }

  await expect(page.getByRole('button', { name: 'Add photos or videos' })).toBeFocused()
  await page.getByRole('button', { name: 'Add photos or videos' }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles([video, ...(await photos(1))])
  await page.keyboard.press('Escape')

  await expect(page.getByLabel('Content Type')).toHaveValue('video')
  await expect(
    page.getByText('This proof has videos. A proof is either photos or videos, so this photo was left out.').last(),
  ).toBeVisible()
  await page.context().close()
})
