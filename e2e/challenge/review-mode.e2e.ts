import { administrator, aProof, aTask, emptyQueue, proofsOf, read } from '../support/challenge.ts'
import { emptyPage, expect, test } from '../support/product.ts'
import { companyOnDesk, desk, inReview, untilShown } from '../support/reviewing.ts'

test('Escape closes the question for a reason, not the whole mode', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const company = await product.aCompany('Second Thoughts Ltd')
  await aProof(product, company, await aTask(product, 'Second thoughts run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)

  await page.keyboard.press('r')
  await expect(desk(page)).toContainText('Pick a reason or write one.')
  await page.keyboard.press('Escape')
  await expect(desk(page)).not.toContainText('Pick a reason or write one.')
  await expect(companyOnDesk(page)).toHaveText('Second Thoughts Ltd')
  await page.keyboard.press('r')
  await expect(desk(page)).toContainText('Pick a reason or write one.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/#proofs')
  expect(await proofsOf(product, company)).toMatchObject([{ status: 'pending' }])
})

test('a key pressed twice decides nothing whose photos are not on the screen yet', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const task = await aTask(product, 'Seen run')
  const [first, second] = [await product.aCompany('Seen First Ltd'), await product.aCompany('Seen Second Ltd')]
  await aProof(product, first, task)
  await aProof(product, second, task)
  const pending = await read<{ companyName: string; files: { path: string }[] }[]>(
    product,
    '/api/proofs/pending',
    await administrator(product),
  )
  const later = pending.find(({ companyName }) => companyName === second.name)?.files ?? []
  // The folder of thumbnails differs, the name does not.
  const names = later.map(({ path }) => path.replace(/^.*\/|\.\w+$/g, ''))
  const page = await signedIn(product.admin, emptyPage)
  let arrive: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await page.route(
    (url) => names.some((name) => url.pathname.includes(name)),
    async (route) => {
      await arrived
      await route.continue()
    },
  )
  await inReview(page)

  for (const key of ['a', 'a', 'a', 'r', 'r']) await page.keyboard.press(key)
  await expect(companyOnDesk(page)).toHaveText(second.name)
  await expect(desk(page)).toContainText('6 of 6 files still loading.')
  await expect(desk(page).getByRole('button', { name: 'Approve' })).toBeDisabled()
  await expect.poll(() => proofsOf(product, first)).toMatchObject([{ status: 'approved' }])
  expect(await proofsOf(product, second)).toMatchObject([{ status: 'pending' }])

  arrive()
  await untilShown(page)
  await page.keyboard.press('a')
  await expect.poll(() => proofsOf(product, second)).toMatchObject([{ status: 'approved' }])
})

test('what was decided today is counted at once, and no more once it is undone', async ({ product, signedIn }) => {
  await emptyQueue(product)
  await aProof(product, await product.aCompany('Counted Twice Ltd'), await aTask(product, 'Counted run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)
  const decided = desk(page).getByText('decided today').locator('strong').first()
  const before = Number(await decided.textContent())
  let answer: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/proofs/*/reopening', async (route) => {
    await held
    await route.continue()
  })

  const summed = page.waitForResponse('**/api/proofs/summary')
  await page.keyboard.press('a')
  await summed
  await expect(decided).toHaveText(String(before + 1))
  await page.keyboard.press('u')

  await expect(companyOnDesk(page)).toHaveText('Counted Twice Ltd')
  await expect(decided).toHaveText(String(before), { timeout: 2_000 })
  answer()
  await page.waitForResponse('**/api/proofs/summary')
  await expect(decided).toHaveText(String(before))
})

test('review mode has its own title, and counts nothing before it knows', async ({ product, signedIn }) => {
  await emptyQueue(product)
  const page = await signedIn(product.admin, emptyPage)
  await page.route('**/api/proofs/pending*', () => undefined)
  await page.goto('/#review')
  await page.reload()

  await expect(desk(page)).toBeVisible()
  await expect(page).toHaveTitle(/^Proof review · /)
  await expect(desk(page)).not.toContainText('left')
  await page.getByRole('button', { name: 'Leave review' }).click()
  await expect(page).toHaveTitle(/^Dashboard · /)
})

test('Escape closes what lies on top, however early it is pressed', async ({ product, signedIn }) => {
  await emptyQueue(product)
  await aProof(product, await product.aCompany('Quick Escape Ltd'), await aTask(product, 'Quick escape run'))
  const page = await signedIn(product.admin, emptyPage)
  await inReview(page)
  const help = page.getByRole('dialog', { name: 'Help' })
  await page.keyboard.press('?')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  // In the very moment in which the dialog appears: as long as it is not on the screen nobody presses a key to close it.
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelectorAll('[role=dialog]').length < 2) return
      observer.disconnect()
      const pressed = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(pressed)
      document.body.dataset.escaped = ''
    })
    observer.observe(document.body, { subtree: true, childList: true })
  })

  await page.keyboard.press('?')

  await expect(page.locator('body')).toHaveAttribute('data-escaped')
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL('/#review')
  await expect(companyOnDesk(page)).toHaveText('Quick Escape Ltd')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL('/#proofs')
})
