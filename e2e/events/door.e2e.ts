import type { Browser, BrowserContext, Page } from '@playwright/test'
import { anEvent, attendee } from '../support/attending.ts'
import { administrator, send } from '../support/challenge.ts'
import {
  aLink,
  anApproved,
  answerGate,
  countsOf,
  handScan,
  openDoor,
  recordResults,
  shownResults,
  withCamera,
} from '../support/keeping.ts'
import {
  expect,
  expectAccessible,
  expectGoodEverywhere,
  expectNothingCut,
  type Product,
  tabTo,
  test,
} from '../support/product.ts'

const result = (page: Page) => page.getByRole('alertdialog')
/** A result that lets in. */
const welcome = (name: string) => expect.stringMatching(new RegExp(`^Welcome.*${name}`))
const next = (page: Page) => result(page).getByRole('button', { name: 'Next' }).click()

/** A phone of its own. */
async function phone(browser: Browser, product: Product): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 375, height: 667 },
    timezoneId: 'America/Curacao',
  })
  return { context, page: await context.newPage() }
}

/** All that makes the page is kept by its worker. */
async function keptForOffline(page: Page) {
  await expect
    .poll(() => page.evaluate(async () => Boolean(await caches.match('/door-shell'))), { timeout: 30_000 })
    .toBe(true)
}

test.use({ serviceWorkers: 'allow' })

test('a code in front of the camera lets in once, and the door works on without a network', async ({
  product,
  launchOptions,
}) => {
  const event = await anEvent(product, 'Camera At The Door')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const grace = await anApproved(product, event, 'Grace Hopper')
  const { address } = await aLink(product, event)
  await withCamera(launchOptions, ada.payload, async (browser) => {
    const { context, page } = await phone(browser, product)
    await page.goto(address)
    await recordResults(page)
    await answerGate(page)

    // Seen, let in, and back to the camera by itself.
    await expect.poll(() => shownResults(page)).toEqual([welcome('Ada Lovelace.*Lovelace Ltd')])
    await expect(result(page)).toHaveCount(0)
    await expect(page.getByText('1 of 2 inside')).toBeVisible()
    // Held in front of the camera it is still the same scan.
    await page.waitForTimeout(1_500)
    expect(await shownResults(page)).toHaveLength(1)

    // Shown anew it is the second time. This one waits until somebody has read it.
    await page.getByRole('button', { name: 'Code', exact: true }).click()
    await page.getByRole('button', { name: 'Scan', exact: true }).click()
    await expect(result(page)).toContainText('Already inside')
    await expect(result(page)).toContainText(/since \d\d:\d\d at Gate B/)
    await next(page)

    await expect(page.getByText(/^List from \d\d:\d\d, just now$/)).toBeVisible()
    await context.setOffline(true)
    await handScan(page, grace.payload)
    const confirmedLater = 'Grace Hopper.*Let in, will be confirmed when back online.'
    await expect.poll(() => shownResults(page)).toContainEqual(welcome(confirmedLater))
    await expect(page.getByText('Offline: scanning goes on, 1 waiting')).toBeVisible()
    expect((await countsOf(product, event)).checkedIn).toBe(1)
    // What this device let in it knows, without asking anybody.
    await expect(result(page)).toHaveCount(0)
    await handScan(page, grace.payload)
    await expect(result(page)).toContainText(/Already inside.*since \d\d:\d\d at Gate B/)
    await next(page)

    await context.setOffline(false)
    await expect(page.getByText('2 of 2 inside')).toBeVisible()
    await expect(page.getByText(/waiting/)).toHaveCount(0)
    await expect.poll(() => countsOf(product, event)).toMatchObject({ gates: [{ gate: 'Gate B', checkedIn: 2 }] })
    await expectNothingCut(page)
  })
})

test('two devices without a network let the same code in: one check-in, one conflict for everybody to see', async ({
  product,
  browser,
  signedIn,
}) => {
  const event = await anEvent(product, 'Two Doors One Code')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const phones = [await phone(browser, product), await phone(browser, product)]
  for (const [index, { page }] of phones.entries()) {
    await openDoor(page, (await aLink(product, event, `Link ${index}`)).address, `Gate ${index}`)
    await expect(page.getByText(/^List from/)).toBeVisible()
    await recordResults(page)
  }

  for (const { context, page } of phones) {
    await context.setOffline(true)
    await handScan(page, ada.payload)
    await expect.poll(() => shownResults(page)).toEqual([welcome('Ada')])
    await expect(page.getByText(/1 waiting/)).toBeVisible()
  }
  for (const { context, page } of phones) {
    await context.setOffline(false)
    await expect(page.getByText('1 of 1 inside')).toBeVisible()
    await expect(page.getByText(/waiting/)).toHaveCount(0)
  }

  await expect.poll(() => countsOf(product, event)).toMatchObject({ checkedIn: 1 })
  const second = phones[1]?.page as Page
  const report = second.getByRole('region', { name: 'Scans to check' })
  await expect(report).toContainText(/Ada Lovelace, scanned at .* was already inside since \d\d:\d\d at Gate 0/)
  await expectAccessible(second)
  await report.getByRole('button', { name: 'Seen' }).click()
  await expect(report).toHaveCount(0)

  const admin = await signedIn(product.admin, `/events/${event.id}/attendees#volunteers`)
  await admin.getByRole('button', { name: 'Conflicts' }).click()
  await expect(admin.getByRole('listitem').filter({ hasText: 'Conflict' })).toContainText('Ada Lovelace')
  for (const { context } of phones) await context.close()
})

test("a volunteers' page opens without a network, and what it keeps names nobody", async ({ product, browser }) => {
  const event = await anEvent(product, 'Opened Without Network')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  await anApproved(product, event, 'Grace Hopper')
  const { context, page } = await phone(browser, product)
  await openDoor(page, (await aLink(product, event)).address)
  await expect(page.getByText(/^List from/)).toBeVisible()
  await keptForOffline(page)

  await context.setOffline(true)
  await page.reload()

  await expect(page.getByRole('heading', { level: 1, name: event.title })).toBeVisible()
  await expect(page.getByText('Offline: scanning goes on')).toBeVisible()
  const kept = await page.evaluate(async () => {
    const addresses: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) addresses.push(new URL(url).pathname)
    }
    const open = indexedDB.open('door')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const rows = await Promise.all(
      [...database.objectStoreNames].map(
        (name) =>
          new Promise((resolve) => {
            const all = database.transaction(name).objectStore(name).getAll()
            all.onsuccess = () => resolve(all.result)
          }),
      ),
    )
    return { addresses, text: JSON.stringify(rows) }
  })
  expect(kept.addresses.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(kept.addresses.filter((path) => path.endsWith('.wasm'))).toHaveLength(1)
  expect(kept.text).toContain(event.title)
  for (const secret of ['Ada', 'Grace', 'Hopper', '@mail.test', ada.id, ada.code]) {
    expect([secret, kept.text.includes(secret)]).toEqual([secret, false])
  }

  await recordResults(page)
  await handScan(page, ada.payload)
  await expect.poll(() => shownResults(page)).toEqual([welcome('Ada Lovelace')])
  // Closing the tab loses nothing.
  await page.close()
  const again = await context.newPage()
  await again.goto((await aLink(product, event, 'Another link')).address)
  await expect(again.getByText(/1 waiting/)).toBeVisible()
  await context.setOffline(false)
  await expect(again.getByText('1 of 2 inside')).toBeVisible()
  await context.close()
})

test('a revoked link stops the phone by itself within moments, and stays revoked', async ({ product, browser }) => {
  const event = await anEvent(product, 'Link Revoked')
  const { id, address } = await aLink(product, event)
  const { context, page } = await phone(browser, product)
  await openDoor(page, address)

  await send(product, 'DELETE', `/api/events/${event.id}/door-passes/${id}`, await administrator(product), undefined)

  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByText('Ask the organisers for a new one.')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  expect((await countsOf(product, event)).checkedIn).toBe(0)
  await context.close()
})

test('every kind of code gets its own words, and a mistake is undone', async ({ product, browser }) => {
  const event = await anEvent(product, 'Words At The Door')
  const other = await anEvent(product, 'Another Event Altogether')
  const [ada, grace, stranger] = [
    await anApproved(product, event, 'Ada Lovelace'),
    await anApproved(product, event, 'Grace Hopper'),
    await anApproved(product, other, 'Linus Torvalds'),
  ]
  const cookie = await administrator(product)
  await send(product, 'POST', `/api/events/${event.id}/registrations/${grace.id}/reissue`, cookie, {})
  const { context, page } = await phone(browser, product)
  await openDoor(page, (await aLink(product, event)).address)

  const spoken: [code: string, words: string][] = [
    [grace.payload, 'Code was replacedGrace Hopper'],
    [stranger.payload, 'Code for another event'],
    ['https://example.org/a/very/long/address/of/another/poster', 'Not one of our codes'],
  ]
  for (const [code, words] of spoken) {
    await handScan(page, code)
    await expect(result(page)).toContainText(words)
    await expect(result(page)).not.toContainText('Linus')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(result(page)).toHaveCount(0)
  }

  await recordResults(page)
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(ada.code.toLowerCase())
  await page.keyboard.press('Enter')
  await expect.poll(() => shownResults(page)).toEqual([welcome('Ada')])
  // Still there after the panel has left by itself.
  await expect(result(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Check-in undone')).toBeVisible()
  await expect(page.getByText('0 of 2 inside')).toBeVisible()

  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('lovel')
  await page.getByRole('button', { name: 'Let in Ada Lovelace' }).click()
  await expect.poll(() => shownResults(page)).toEqual([welcome('Ada'), welcome('Ada')])
  await expect(result(page)).toHaveCount(0)
  await expect.poll(() => attendee(product, event, 'Ada').then(({ checkedIn }) => checkedIn)).toBe(true)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada Lovelace' })).toContainText('Inside since')
  await expect(page.getByRole('button', { name: 'Let in Ada Lovelace' })).toHaveCount(0)

  await context.setOffline(true)
  await page.getByRole('button', { name: 'Code', exact: true }).click()
  await page.getByLabel('Code', { exact: true }).fill(grace.code)
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText('Checked when back online')
  await next(page)
  await context.setOffline(false)
  await expect(page.getByText('2 of 2 inside')).toBeVisible()
  await context.close()
})

test('the door is good at every width in both themes, and works by keyboard alone', { tag: '@slow' }, async ({
  product,
  browser,
}) => {
  const event = await anEvent(product, 'Door For Everybody')
  const ada = await anApproved(product, event, 'Ada Lovelace')
  const { context, page } = await phone(browser, product)
  await page.goto((await aLink(product, event, 'Bib desk')).address)
  await expect(page.getByLabel('Name of the gate')).toBeFocused()
  await page.keyboard.press('Enter')
  const gate = page.getByRole('button', { name: 'Bib desk' }).locator('span')
  for (const width of [320, 375, 420]) {
    await page.setViewportSize({ width, height: 800 })
    const cut = () => gate.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(cut, { message: `the gate's name at ${width} px` }).toBe(0)
  }
  const code = page.getByRole('button', { name: 'Code', exact: true })
  await expectGoodEverywhere(page, code)

  await tabTo(page, code)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
  await page.getByLabel('Code', { exact: true }).fill('XXX-XXX')
  await page.keyboard.press('Enter')
  await expect(result(page).getByRole('button', { name: 'Next' })).toBeFocused()
  await expectGoodEverywhere(page, result(page))
  await page.keyboard.press('Enter')
  await expect(result(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill(ada.name)
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Let in Ada Lovelace' }))
  await context.close()
})
