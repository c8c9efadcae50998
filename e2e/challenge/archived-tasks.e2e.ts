import { aProof } from '../support/challenge.ts'
import { expect, expectAccessible, expectGoodEverywhere, test } from '../support/product.ts'
import { adminOf, choose, opened, photos, start, task } from '../support/proof-making.ts'

test('an archived task is found and restored, and every open page shows it', async ({ product, browser, signedIn }) => {
  const admin = await adminOf(product)
  await admin.emptyArchive()
  const walk = await admin.aTask('Harbour walk')
  const company = await product.aCompany('Archived Walk Ltd')
  await aProof(product, company, walk)
  const page = await signedIn(product.admin, '/tasks')
  const tabs = page.getByRole('navigation', { name: 'Tasks' })
  await tabs.getByRole('link', { name: /^Archived/ }).click()
  await expect(page.getByText('Nothing is archived')).toBeVisible()
  await expect(tabs.getByRole('link', { name: 'Archived 0' })).toHaveAttribute('aria-current', 'page')
  await expectAccessible(page)

  await tabs.getByRole('link', { name: /^Active/ }).click()
  await task(page, 'Harbour walk').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete task' }).click()
  await expect(page.getByText('Task deleted successfully')).toBeVisible()
  await tabs.getByRole('link', { name: 'Archived 1' }).click()
  await expect(task(page, 'Harbour walk')).toContainText(/Archived .*2\d{3}/)
  await expectGoodEverywhere(page, task(page, 'Harbour walk'))
  const colleague = await signedIn(product.admin, '/tasks?show=archived')
  await expect(task(colleague, 'Harbour walk')).toBeVisible()
  const theirs = await opened(browser, product, company)
  await expect(theirs.getByRole('heading', { name: 'Available Tasks' })).toBeVisible()
  await expect(task(theirs, 'Harbour walk')).toHaveCount(0)

  // The announcement of the change comes before its answer, and takes the card with the button away.
  await page.route('**/api/tasks/*/archive', async (route) => {
    const response = await route.fetch()
    await expect(task(page, 'Harbour walk')).toHaveCount(0)
    await route.fulfill({ response })
  })
  await task(page, 'Harbour walk').getByRole('button', { name: 'Restore' }).click()

  await expect(page.getByText('Every company sees Harbour walk again.')).toBeVisible()
  for (const [other, count] of [
    [page, 0],
    [colleague, 0],
    [theirs, 1],
  ] as const)
    await expect(task(other, 'Harbour walk')).toHaveCount(count)
  await expect(tabs.getByRole('link', { name: 'Archived 0' })).toBeVisible()
  await tabs.getByRole('link', { name: /^Active/ }).click()
  await expect(task(page, 'Harbour walk')).toBeVisible()
  await theirs.context().close()
})

test('a company hands in again for a task that was archived, however much it sent since', { tag: '@slow' }, async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const company = await product.aCompany('Tries Again Ltd')
  const old = await admin.aTask('Old rejected ride')
  await aProof(product, company, old)
  await admin.decide(company, 'rejected', 'No bicycle to be seen')
  await admin.archive(old)
  for (let number = 1; number <= 6; number++) await aProof(product, company, await admin.aTask(`Later ride ${number}`))
  const page = await opened(browser, product, company)
  const sent = page.getByLabel('Recent Submissions')
  await expect(sent.getByRole('listitem')).toHaveCount(6)
  await expect(sent.getByRole('listitem').first()).toContainText('Old rejected ride')
  await expect(sent.getByRole('listitem').nth(1)).toContainText('Later ride 6')
  await expect(sent.getByText('Later ride 1')).toHaveCount(0)
  await sent.getByRole('button', { name: 'Show all 7' }).click()
  await expect(sent.getByText('Later ride 1')).toBeVisible()
  await expectAccessible(page)

  await sent.getByRole('listitem').first().getByRole('button', { name: 'Submit Proof' }).click()
  await choose(page, await photos(6))
  await start(page, 6)
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()

  await expect(sent.getByRole('listitem').filter({ hasText: 'Old rejected ride' })).toHaveCount(2)
  await expect(sent.getByRole('listitem').first()).toContainText('Pending')
  await expect(sent.getByRole('button', { name: 'Submit Proof' })).toHaveCount(0)
  await page.context().close()
})
