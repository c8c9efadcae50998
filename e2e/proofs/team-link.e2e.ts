import { gzipSync } from 'node:zlib'
import type { Browser, Page, Response } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectGoodEverywhere,
  type Product,
  requireOk,
  tabTo,
  test,
} from '../support/product.ts'
import { adminOf, desk, opened, openProof, phone, photos, slots } from '../support/proof-making.ts'
import { readCode } from '../support/read-code.ts'

type Company = Awaited<ReturnType<Product['aCompany']>>

async function aTeamLink(product: Product, company: Company, taskId: string): Promise<string> {
  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  return new URL(((await reply.json()) as { url: string }).url).search
}

/** A colleague's phone, without an account. */
async function aPhone(browser: Browser, product: Product, link: string, device = phone): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url, ...device })).newPage()
  await page.goto(`/${link}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

const addButton = (page: Page) => page.getByLabel('Add photos')
const ownFiles = (page: Page) => page.getByRole('list', { name: 'Your files' }).getByRole('listitem')

test('three phones fill one draft while one loses the network twice; it is live on the company’s screen, and handed in', async ({
  product,
  browser,
}) => {
  test.slow()
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Team walk')
  const company = await product.aCompany('Team Walk Ltd')
  const contact = await opened(browser, product, company, desk)
  await openProof(contact, 'Team walk')
  const link = await aTeamLink(product, company, taskId)
  const [kim, lee, ola] = [
    await aPhone(browser, product, link),
    await aPhone(browser, product, link),
    await aPhone(browser, product, link),
  ]
  await expect(kim.getByRole('heading', { name: 'Team walk' })).toBeVisible()

  // Ola's first attempts are cut off while the bytes are on their way.
  let cuts = 0
  await ola.route('**/api/uploads/proofs/**', (route) =>
    ++cuts <= 2 ? route.abort('internetdisconnected') : route.continue(),
  )
  await Promise.all([
    addButton(kim).setInputFiles(await photos(2, 1)),
    addButton(lee).setInputFiles(await photos(2, 11)),
    addButton(ola).setInputFiles(await photos(2, 21)),
  ])

  for (const guest of [kim, lee, ola]) {
    await expect(guest.getByText('Thank you! Your team has 2 photos from you.')).toBeVisible({ timeout: 30_000 })
    await expect(ownFiles(guest)).toHaveCount(2)
  }
  expect(cuts).toBeGreaterThan(2)
  await expect(contact.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await expect(slots(contact).getByText('from your team')).toHaveCount(6)

  // Without a button: the name is saved after a pause.
  await kim.getByLabel('Your first name (optional)').fill('Kim')
  await expect(slots(contact).getByText('from Kim')).toHaveCount(2)
  await lee.getByRole('button', { name: 'Remove run-11.jpg' }).tap()
  await expect(contact.getByText('Uploaded Files: 5 / 6 minimum')).toBeVisible()
  await addButton(lee).setInputFiles(await photos(1, 31))
  await contact.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(contact.getByText('Your proof has been submitted for review.')).toBeVisible()

  // Told by the server: the page itself asks every 20 seconds only.
  await expect(kim.getByRole('heading', { name: 'Submitted – thank you!' })).toBeVisible()
  await expect(kim.getByText('Your photos are part of it.')).toBeVisible()
  await expect(kim.getByLabel('Add photos')).toHaveCount(0)
  for (const page of [contact, kim, lee, ola]) await page.context().close()
})

test('the contact person makes a link with its QR code and text, and revokes it', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Ask the team')
  const company = await product.aCompany('Ask The Team Ltd')
  const page = await opened(browser, product, company, desk)
  await openProof(page, 'Ask the team')

  await page.getByRole('button', { name: 'Ask your team' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the link for Ask the team' })).toBeVisible()
  const url = await page.getByText(/\?team=/).textContent()
  expect(await readCode(page, 'QR code of the link for Ask the team')).toBe(url)
  await expect(page.getByRole('button', { name: 'Copy text for a chat' })).toBeVisible()
  await expectAccessible(page)
  const guest = await aPhone(browser, product, new URL(url ?? '').search)
  await addButton(guest).setInputFiles(await photos(1))
  await expect(guest.getByText('Thank you!')).toBeVisible()
  await expect(page.getByText('1 phone added photos')).toBeVisible()

  await page.getByRole('button', { name: /^Revoke the link/ }).click()
  await expect(page.getByText('Links that work now')).toHaveCount(0)
  await expect(guest.getByRole('heading', { name: 'This link no longer works' })).toBeVisible({ timeout: 1_000 })
  await expect(guest.getByText('Ask your colleague for a new link.')).toBeVisible()
  await expect(guest.getByText('no longer works')).toHaveCount(1)
  await page.context().close()
  await guest.context().close()
})

test('the page of a link weighs at most 70 KB, asks nobody else, and tells its address to nobody', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Light page')
  const company = await product.aCompany('Light Page Ltd')
  const link = await aTeamLink(product, company, taskId)
  const context = await browser.newContext({ baseURL: product.url, ...phone })
  const page = await context.newPage()
  const [scripts, told]: [Response[], string[]] = [[], []]
  page.on('request', (request) => {
    const { referer } = request.headers()
    if (!request.url().startsWith(product.url) && !request.url().startsWith('blob:')) told.push(request.url())
    if (referer || (request.url().includes('team=') && !request.isNavigationRequest())) told.push(request.url())
  })
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.push(response))

  await page.goto(`/${link}`)
  await addButton(page).setInputFiles(await photos(1))
  await expect(page.getByText('Thank you!')).toBeVisible()

  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  console.log(`page of a team link: ${(bytes / 1000).toFixed(1)} KB of gzip JavaScript`)
  expect(told).toEqual([])
  expect(bytes).toBeGreaterThan(1_000)
  expect(bytes).toBeLessThanOrEqual(70_000)
  await context.close()
})

test('the page of a link is good everywhere, and by keyboard', { tag: '@slow' }, async ({ product, browser }) => {
  test.slow()
  const admin = await adminOf(product)
  const title = 'Walk the last two kilometres to work together with somebody from another department'
  const { id: taskId } = await admin.aTask(title)
  const link = await aTeamLink(product, await product.aCompany('Good Everywhere By Link Ltd'), taskId)
  const page = await aPhone(browser, product, link, desk)

  await expectGoodEverywhere(page, page.getByRole('heading', { name: title }))
  await tabTo(page, addButton(page))
  const picker = page.waitForEvent('filechooser')
  await page.keyboard.press('Space')
  await (await picker).setFiles(await photos(3))
  await expect(page.getByText('Thank you! Your team has 3 photos from you.')).toBeVisible()
  await expectGoodEverywhere(page, ownFiles(page).first())
  await tabTo(page, page.getByRole('button', { name: 'Remove run-1.jpg' }))
  await page.keyboard.press('Enter')

  await expect(ownFiles(page)).toHaveCount(2)
  await expect(addButton(page)).toBeFocused()
  await page.context().close()
})

test('a file that cannot be used says so, a page without storage works, and a dead link says what to do', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Old browser')
  const link = await aTeamLink(product, await product.aCompany('Old Browser Ltd'), taskId)
  const context = await browser.newContext({ baseURL: product.url, ...phone })
  // As in the built-in browser of some chats.
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
    for (const name of ['structuredClone', 'BroadcastChannel', 'Notification', 'indexedDB'])
      Object.defineProperty(window, name, { value: undefined })
  })
  const page = await context.newPage()
  await page.goto(`/${link}`)

  await addButton(page).setInputFiles([
    { name: 'note.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo at all') },
    ...(await photos(1)),
  ])
  await expect(ownFiles(page).filter({ hasText: 'run-1.jpg' })).toContainText('Added')
  await expect(ownFiles(page).filter({ hasText: 'note.jpg' })).toContainText('Only JPG, PNG, MP4 and MOV files')
  await page.goto(`/?team=${'A'.repeat(43)}`)
  await expect(page.getByText('Ask your colleague for a new link.')).toBeVisible()
  await context.close()
})

test('a company deletes all files of a phone at once, and ends the link', async ({ product, browser }) => {
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('Leaked walk')
  const company = await product.aCompany('Leaked Walk Ltd')
  const link = await aTeamLink(product, company, taskId)
  const [kim, stranger] = [await aPhone(browser, product, link), await aPhone(browser, product, link)]
  await addButton(kim).setInputFiles(await photos(1, 1))
  await expect(ownFiles(kim)).toHaveCount(1)
  await expect(kim.getByText('Thank you! Your team has 1 photo from you.')).toBeVisible({ timeout: 30_000 })
  await addButton(stranger).setInputFiles(await photos(3, 11))
  await expect(stranger.getByText('Thank you! Your team has 3 photos from you.')).toBeVisible({ timeout: 30_000 })
  const contact = await opened(browser, product, company, desk)
  await openProof(contact, 'Leaked walk')
  await expect(contact.getByText('Uploaded Files: 4 / 6 minimum')).toBeVisible()

  await contact.getByRole('button', { name: 'Ask your team' }).click()
  const team = contact.getByRole('dialog', { name: 'Ask your team' })
  await team.getByRole('button', { name: 'Delete all from Phone 2' }).click()
  await contact.getByRole('button', { name: 'Delete 3 files' }).click()
  await expect(team.getByRole('button', { name: /^Delete all from/ })).toHaveCount(1)
  await team
    .getByRole('button', { name: /^Revoke the link/ })
    .first()
    .click()
  await expect(stranger.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  // Opening the dialog has created a second one.
  await expect(team.getByRole('button', { name: /^Revoke the link/ })).toHaveCount(1)
  await team.getByRole('button', { name: 'Done' }).click()
  await expect(contact.getByText('Uploaded Files: 1 / 6 minimum')).toBeVisible()
})
