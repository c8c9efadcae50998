import {
  administrator,
  anotherAdministrator,
  aProof,
  aTask,
  emptyQueue,
  pointsOf,
  proofsOf,
  send,
} from '../support/challenge.ts'
import { emptyPage, expect, expectGoodEverywhere, tabTo, test } from '../support/product.ts'
import { companyOnDesk, desk, inReview, untilShown } from '../support/reviewing.ts'

test('a reviewer approves with the keyboard alone, and an open page of the company shows the points at once', async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('Keyboard Ltd')
  await aProof(product, company, await aTask(product, 'Keyboard run', 311))
  await aProof(product, company, await aTask(product, 'Keyboard swim', 402))
  const theirs = await signedIn(company)
  await expect(theirs.getByText('Active participants')).toBeVisible()
  const page = await signedIn(product.admin)

  await tabTo(page, page.getByRole('link', { name: 'Start reviewing' }))
  await page.keyboard.press('Enter')
  await expect(desk(page).getByRole('button', { name: /^Photo 1 of 6/ })).toBeFocused()
  await expect(desk(page)).toContainText('Keyboard run')
  await page.keyboard.press('ArrowRight')
  await expect(desk(page).getByRole('button', { name: /^Photo 2 of 6/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(desk(page).getByRole('link', { name: 'View Full Size' })).toBeVisible()
  await page.keyboard.press('Escape')
  await untilShown(page)
  await page.keyboard.press('a')
  await expect(desk(page).getByRole('region', { name: 'Proof' })).toContainText('Keyboard swim')
  await untilShown(page)
  await page.keyboard.press('a')

  await expect(desk(page)).toContainText('All proofs reviewed!')
  await expect(theirs.getByRole('main')).toContainText('713')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/#proofs')
  await expect(page.getByRole('region', { name: 'Pending Proof Reviews' })).toBeFocused()
})

test('a rejection carries its reasons to the company', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Reasons Ltd')
  await aProof(product, company, await aTask(product, 'Reasons run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)

  await page.keyboard.press('r')
  await expect(desk(page)).toContainText('Pick a reason or write one.')
  await page.keyboard.press('2')
  await page.keyboard.press('5')
  await page.keyboard.type('A real photo of all of you helps')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')

  await expect(desk(page)).toContainText('All proofs reviewed!')
  await expect
    .poll(() => proofsOf(product, company))
    .toMatchObject([
      { status: 'rejected', adminNotes: 'The activity is not visible. A real photo of all of you helps' },
    ])
})

test('a decision can be undone for ten seconds, and its points with it', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Undo Ltd')
  await aProof(product, company, await aTask(product, 'Undo run', 60))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)

  await page.keyboard.press('a')
  await expect(desk(page)).toContainText('All proofs reviewed!')
  await expect.poll(() => pointsOf(product, company)).toBe(60)
  await page.keyboard.press('u')

  await expect(companyOnDesk(page)).toHaveText('Undo Ltd')
  await expect.poll(() => pointsOf(product, company)).toBe(0)
  await expect(desk(page)).toContainText('Decision undone')
  await expect(desk(page)).toContainText('1 left')
  await untilShown(page)
  await page.keyboard.press('a')
  await expect.poll(() => pointsOf(product, company)).toBe(60)
})

test('two reviewers never meet on one proof', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const task = await aTask(product, 'Shared run')
  const first = await product.aCompany('First In Line Ltd')
  const second = await product.aCompany('Second In Line Ltd')
  await aProof(product, first, task)
  await aProof(product, second, task)
  const maria = await anotherAdministrator(product, 'Maria')
  const hers = await signedIn(maria, emptyPage)
  await inReview(hers)
  await expect(companyOnDesk(hers)).toHaveText(first.name)

  const page = await signedIn(product.admin, '/#review')
  await expect(companyOnDesk(page)).toHaveText(second.name)
  await expect(desk(page)).toContainText('Maria Lopez is reviewing this')
  await untilShown(page)
  await page.keyboard.press('a')
  await expect(desk(page)).toContainText('Another reviewer has the last proof open')

  await hers.keyboard.press('Escape')
  await expect(companyOnDesk(page)).toHaveText(first.name)
})

test('of two reviewers who open the same proof at once, one is led to the next', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const task = await aTask(product, 'Raced run')
  const [first, second] = [await product.aCompany('Raced First Ltd'), await product.aCompany('Raced Second Ltd')]
  await aProof(product, first, task)
  await aProof(product, second, task)
  const pages = [
    await signedIn(product.admin, emptyPage),
    await signedIn(await anotherAdministrator(product, 'Marisol'), emptyPage),
  ]

  await Promise.all(pages.map((page) => page.goto('/#review')))

  for (const page of pages) await expect(companyOnDesk(page)).toBeVisible()
  await expect
    .poll(async () => (await Promise.all(pages.map((page) => companyOnDesk(page).textContent()))).sort())
    .toEqual([first.name, second.name])
})

test('a decided proof is found and reopened with a note, which takes its points back', async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const company = await product.aCompany('History Ltd')
  const proof = await aProof(product, company, await aTask(product, 'History run', 45))
  const cookie = await administrator(product)
  await send(product, 'PATCH', `/api/proofs/${proof.id}/review`, cookie, { status: 'approved', adminNotes: 'Well run' })
  const page = await signedIn(product.admin)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await desk(page).getByLabel('Search decisions').fill('History L')
  await expect(desk(page)).toContainText('1 decision found')
  await expect(desk(page)).toContainText('+45 points')
  await expect(desk(page)).toContainText('Well run')

  await desk(page).getByRole('button', { name: 'Reopen History Ltd: History run' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reopen this proof?' })
  await dialog.getByRole('button', { name: 'Reopen' }).click()
  await expect(dialog).toContainText('Please say why')
  await dialog.getByLabel('Note').fill('The photos are from last year')
  await dialog.getByRole('button', { name: 'Reopen' }).click()

  await expect(page.getByText('Proof reopened')).toBeVisible()
  await expect(desk(page)).toContainText('Nothing found')
  expect(await pointsOf(product, company)).toBe(0)
  expect(await proofsOf(product, company)).toMatchObject([{ status: 'pending' }])
})

test('the review dialog tells everything, and decides', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Dialog Ltd')
  await aProof(product, company, await aTask(product, 'Dialog run', 20))
  const page = await signedIn(product.admin)
  await page.getByRole('region', { name: 'Pending Proof Reviews' }).getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review Proof' })
  for (const text of ['Dialog Ltd', 'Dialog run', 'Images', '6', 'Pending', 'Photo 1 of 6']) {
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await dialog.getByRole('button', { name: 'Photo 3 of 6' }).click()
  const full = dialog.getByRole('link', { name: 'View Full Size' })
  await expect(full).toHaveAttribute('target', '_blank')
  expect((await page.request.get((await full.getAttribute('href')) ?? '')).headers()['content-type']).toBe('image/jpeg')

  await dialog.getByLabel('Review Notes').fill('Well swum')
  await dialog.getByRole('button', { name: 'Approve' }).click()

  await expect(page.getByText('Proof review submitted successfully.')).toBeVisible()
  await expect(page.getByText('All proofs reviewed!')).toBeVisible()
  await expect.poll(() => proofsOf(product, company)).toMatchObject([{ status: 'approved', adminNotes: 'Well swum' }])
})

test('whoever comes second learns who was first', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Second Ltd')
  const proof = await aProof(product, company, await aTask(product, 'Second run'))
  const page = await signedIn(product.admin)
  await page.getByRole('region', { name: 'Pending Proof Reviews' }).getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review Proof' })
  await expect(dialog).toContainText('Second Ltd')
  const cookie = await administrator(product)
  await send(product, 'PATCH', `/api/proofs/${proof.id}/review`, cookie, { status: 'rejected' })

  await dialog.getByRole('button', { name: 'Approve' }).click()

  await expect(page.getByText('Failed to submit review')).toBeVisible()
  await expect(dialog).toContainText(`This proof was rejected by ${product.admin.email} on`)
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
})

test('the dashboard counts, leads on, and has a queue to link to', async ({ product, signedIn }) => {
  const page = await signedIn(product.admin)
  for (const label of ['Total Companies', 'Pending Proofs', 'Awaiting review', 'Active Tasks', 'Total Points']) {
    await expect(page.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(page.getByRole('region', { name: 'Company Rankings' })).toBeVisible()
  for (const [name, address] of [
    ['Manage Companies', '/companies'],
    ['Manage Events', '/events'],
  ] as const) {
    await page.goto('/admin')
    await page.getByRole('link', { name }).click()
    await expect(page).toHaveURL(address)
  }
  await page.goto('/#proofs')
  await expect(page.getByRole('region', { name: 'Pending Proof Reviews' })).toBeFocused()
})

test('the mouse and the keys can be mixed', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const task = await aTask(product, 'Mixed run', 15)
  const [first, second] = [await product.aCompany('Mixed First Ltd'), await product.aCompany('Mixed Second Ltd')]
  await aProof(product, first, task)
  await aProof(product, second, task)
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)

  await page.keyboard.press('j')
  await expect(companyOnDesk(page)).toHaveText(second.name)
  await page.keyboard.press('k')
  await expect(companyOnDesk(page)).toHaveText(first.name)
  await desk(page).getByLabel('Wrong task').check()
  await untilShown(page)
  await page.keyboard.press('r')
  await expect(companyOnDesk(page)).toHaveText(second.name)
  await desk(page).getByRole('button', { name: 'Approve' }).click()
  await expect(desk(page)).toContainText('All proofs reviewed!')
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Help' })).toContainText('Undo, for 10 seconds')
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await desk(page).getByRole('button', { name: 'Undo' }).click()
  await expect(companyOnDesk(page)).toHaveText(second.name)

  await expect.poll(() => proofsOf(product, second)).toMatchObject([{ status: 'pending' }])
  await expect.poll(() => proofsOf(product, first)).toMatchObject([{ status: 'rejected', adminNotes: 'Wrong task' }])
})

test('dashboard, dialog, review mode and history are good everywhere', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Everywhere And In A Really Rather Long Name Ltd')
  // Decided by what empties the queue: there has to be a decision to look at.
  await aProof(product, company, await aTask(product, 'Everywhere walk'))
  await emptyQueue(product)
  await aProof(product, company, await aTask(product, 'Everywhere run with a title that does not end soon either'))
  const page = await signedIn(product.admin)
  await expectGoodEverywhere(page, page.getByRole('link', { name: 'Start reviewing' }))
  await page.getByRole('region', { name: 'Pending Proof Reviews' }).getByRole('button', { name: 'Review' }).click()
  const dialog = page.getByRole('dialog', { name: 'Review Proof' })
  await expectGoodEverywhere(page, dialog.getByRole('button', { name: 'Approve' }))
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/#review')
  await expectGoodEverywhere(page, desk(page).getByRole('button', { name: 'Approve' }))
  await page.goto('/#decided')
  await expectGoodEverywhere(
    page,
    desk(page)
      .getByRole('button', { name: /^Reopen/ })
      .first(),
  )
})
