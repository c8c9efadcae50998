import { expect, expectAccessible, expectGoodEverywhere, test } from '../support/product.ts'
import { adminOf, choose, opened, openProof, phone, photos, start, task } from '../support/proof-making.ts'

const second = 1_000
const minute = 60 * second
const inMs = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
/** As a date-and-time input takes it, on the clocks of the event: Curaçao has no summer time. */
const inputIn = (milliseconds: number) => inMs(milliseconds - 4 * 60 * minute).slice(0, 16)

test('a task appears on an open page when it opens, counts down, and closes there by itself', async ({
  product,
  signedIn,
}) => {
  const admin = await adminOf(product)
  const page = await signedIn(await product.aCompany('Waiting Ltd'))
  await expect(page.getByRole('heading', { name: 'Available Tasks' })).toBeVisible()

  const swim = await admin.aTask('Swim at dawn', { opensAt: inMs(3 * second), closesAt: inMs(40 * minute) })
  const card = task(page, 'Swim at dawn')
  await expect(card).toContainText(/Closes in [34]\d min · .*\d\d:\d\d/)
  await expect(card.getByRole('button', { name: 'Submit Proof' })).toBeVisible()

  await admin.editTask(swim, { closesAt: inMs(5 * second) })
  await expect(card).toContainText('Photos and videos whose upload began before that can be submitted until')
  await expect(card.getByRole('button', { name: 'Submit Proof' }), 'for what is being uploaded').toBeVisible()
})

test('a changed closing time leaves a note on the card, and a closed task has a sentence instead of the button', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const walk = await admin.aTask('Evening walk', { closesAt: inMs(50 * 60 * minute) })
  const page = await opened(browser, product, await product.aCompany('Noticing Ltd'), phone)
  const card = task(page, 'Evening walk')
  await expect(card).toContainText('Closes in 2 days')
  await expect(card).not.toContainText('was changed')

  await admin.editTask(walk, { closesAt: inMs(40 * minute) })
  await expect(card).toContainText(/Closes in [34]\d min/)
  await expect(card).toContainText('The closing time was changed. Before:')
  await expectAccessible(page)

  await admin.editTask(walk, { closesAt: inMs(-20 * minute) })
  await expect(card).toContainText('Proofs are no longer accepted.')
  await expect(card.getByRole('button', { name: 'Submit Proof' })).toHaveCount(0)
  await expectAccessible(page)
  await page.context().close()
})

test('who is still uploading when a task closes may finish; who comes later reads why not', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const ride = await admin.aTask('Ride to the lighthouse')
  const page = await opened(browser, product, await product.aCompany('Slow Network Ltd'))
  await openProof(page, 'Ride to the lighthouse')
  await choose(page, await photos(6))
  await start(page, 6)
  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await admin.editTask(ride, { closesAt: inMs(0) })
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()

  const late = await opened(browser, product, await product.aCompany('Too Late Ltd'))
  await openProof(late, 'Ride to the lighthouse')
  await choose(late, await photos(6, 20))
  await start(late, 6)
  await expect(late.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await late.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(late.getByText(/This task closed on .* Proofs are no longer accepted for it\./)).toBeVisible()
  await page.context().close()
  await late.context().close()
})

test('a task is planned with both times, corrected, and hidden from companies until then', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, '/tasks')
  await page.getByRole('button', { name: 'Create Task' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Planned paddling')
  await dialog.getByLabel('Description').fill('Paddle across the bay and back')
  await dialog.getByLabel('Opens').fill(inputIn(48 * 60 * minute))
  await dialog.getByLabel('Closes').fill(inputIn(47 * 60 * minute))
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(dialog.getByText('The closing time must be after the opening time')).toBeVisible()
  await dialog.getByLabel('Closes').fill(inputIn(60 * 60 * minute))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create Task' }).click()
  await expect(page.getByText('Task created successfully')).toBeVisible()

  const card = task(page, 'Planned paddling')
  await expect(card).toContainText('Not open yet')
  await expect(card).toContainText(/Opens \d+\s\w+, \d\d:\d\d/)
  await expect(card).toContainText(/Closes \d+\s\w+, \d\d:\d\d/)
  await expectGoodEverywhere(page, card)
  const theirs = await signedIn(await product.aCompany('Curious Ltd'))
  await expect(theirs.getByRole('heading', { name: 'Available Tasks' })).toBeVisible()
  await expect(task(theirs, 'Planned paddling')).toHaveCount(0)

  await card.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog.getByLabel('Opens')).toHaveValue(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/)
  await dialog.getByLabel('Opens').fill('')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()

  await expect(task(theirs, 'Planned paddling')).toContainText('Closes in 2 days')
})
