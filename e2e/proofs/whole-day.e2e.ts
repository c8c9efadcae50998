// A task from the first photo to its points, with everybody it concerns, and the emails as a real mail server delivers them.
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import { joinEmbedded } from '../../src/server/platform/database/embedded.ts'
import { missingMailServer, startMailServer } from '../../src/server/platform/mail/testing/mail-server.ts'
import { pointsOf } from '../support/challenge.ts'
import { test as base, emptyPage, expect, type Product, requireOk } from '../support/product.ts'
import { adminOf, countTaps, opened, openProof, phone, photos, pick, taps, task } from '../support/proof-making.ts'
import { companyOnDesk, inReview, untilShown } from '../support/reviewing.ts'
import { zoneAtNoon } from '../support/zone-at-noon.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

const test = base.extend<object, { mailServer: MailServer | undefined }>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures are wanted from the pattern
    async ({}, use) => {
      const server = missingMailServer() ? undefined : await startMailServer()
      await use(server)
      await server?.stop()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ mailServer }, use) =>
      use({ TIME_ZONE: zoneAtNoon(), ...(mailServer && { SMTP_URL: mailServer.url, MAIL_FROM: 'week@week.test' }) }),
    { scope: 'worker' },
  ],
})

async function aGuest(browser: Browser, product: Product, link: string): Promise<Page> {
  const page = await (await browser.newContext({ baseURL: product.url, ...phone })).newPage()
  await page.goto(`/${link}`)
  await expect(page.getByLabel('Add photos')).toBeVisible()
  return page
}

/** What was approved is collected for ten minutes; it is looked at every five. */
async function passTenMinutes({ dataDir }: Product) {
  const database = await joinEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(`update task_proofs set reviewed_at = reviewed_at - interval '10 minutes'`)
  await client.query(`update jobs set run_at = now() where kind = 'mail-approvals'`)
  await client.end()
  await database.stop()
}

const thanks = (guest: Page, count: number) =>
  expect(guest.getByText(`Thank you! Your team has ${count} photos from you.`)).toBeVisible({ timeout: 60_000 })

test('three guests and the contact person fill a draft, one file is fixed, it is approved, and the emails say so', {
  tag: '@slow',
}, async ({ product, browser, signedIn, mailServer }) => {
  test.skip(mailServer === undefined, missingMailServer())
  test.slow()
  const admin = await adminOf(product)
  const { id: taskId } = await admin.aTask('A whole day')
  const company = await product.aCompany('Whole Day Ltd')
  const contact = await opened(browser, product, company, phone)
  const reviewer = await signedIn(product.admin, emptyPage)
  await reviewer.goto('/')
  await openProof(contact, 'A whole day')
  const reply = await requireOk(product.post(`/api/tasks/${taskId}/capture-links`, {}, company.cookie))
  const link = new URL(((await reply.json()) as { url: string }).url).search
  const guests = [
    await aGuest(browser, product, link),
    await aGuest(browser, product, link),
    await aGuest(browser, product, link),
  ] as const
  const [kim, lee, ola] = guests

  // Ola is without a network twice: before anything was sent, and after the first photo has arrived.
  await ola.context().setOffline(true)
  await kim.getByLabel('Add photos').setInputFiles(await photos(2, 1))
  await lee.getByLabel('Add photos').setInputFiles(await photos(1, 11))
  await ola.getByLabel('Add photos').setInputFiles(await photos(1, 21))
  await expect(ola.getByText('Waiting for the network')).toHaveCount(1)
  await thanks(kim, 2)
  await expect(contact.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await ola.context().setOffline(false)
  await expect(contact.getByText('Uploaded Files: 4 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await ola.context().setOffline(true)
  await ola.getByLabel('Add photos').setInputFiles(await photos(1, 31))
  await expect(ola.getByText('Waiting for the network')).toHaveCount(1)
  await pick(contact, contact.getByRole('button', { name: 'Add photos' }), await photos(1, 41))
  await expect(contact.getByText('Uploaded Files: 5 / 6 minimum')).toBeVisible({ timeout: 60_000 })
  await ola.context().setOffline(false)
  await thanks(ola, 2)
  await expect(contact.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
  await contact.getByRole('button', { name: 'Submit Proof (6/6)' }).tap()
  await expect(contact.getByText('Your proof has been submitted for review.')).toBeVisible()

  await expect(reviewer.getByText('Whole Day Ltd').first(), 'without a reload').toBeVisible()
  await inReview(reviewer)
  await untilShown(reviewer)
  for (const key of ['f', '3', 's']) await reviewer.keyboard.press(key)
  const fix = contact.getByRole('region', { name: 'Fix A whole day' })
  await expect(fix, 'without a reload').toContainText('One photo needs a fix.')
  await countTaps(contact)
  await pick(contact, fix.getByRole('button', { name: 'Replace photo 1' }), await photos(1, 51))
  await fix.getByRole('button', { name: 'Send fix' }).tap({ timeout: 60_000 })
  await expect(contact.getByText('A whole day is back in the queue.')).toBeVisible()
  // The picker is the third.
  expect(await taps(contact)).toBe(2)

  await expect(companyOnDesk(reviewer), 'without a reload').toHaveText('Whole Day Ltd')
  await untilShown(reviewer)
  await reviewer.keyboard.press('a')
  await expect.poll(() => pointsOf(product, company)).toBe(25)
  await expect(contact.getByLabel('Recent Submissions'), 'without a reload').toContainText('Approved')
  await expect(task(contact, 'A whole day').getByRole('button', { name: 'Submit Proof' })).toHaveCount(0)

  const subjects = async () => {
    const mails = (await mailServer?.mailbox(company.email)) ?? []
    return mails.map(({ subject }) => subject)
  }
  const mentioning = async (word: string) => (await subjects()).filter((subject) => subject?.includes(word))
  await expect
    .poll(() => mentioning('replace'), { timeout: 60_000 })
    .toEqual(['Please replace one file of your proof for “A whole day”'])
  await passTenMinutes(product)
  await expect
    .poll(() => mentioning('approved'), { timeout: 60_000 })
    .toEqual(['Your proof for “A whole day” was approved: 25 points'])
  for (const page of [contact, ...guests]) await page.context().close()
})
