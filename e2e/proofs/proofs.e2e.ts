import { truncateSync, writeFileSync } from 'node:fs'
import { expect, expectAccessible, expectGoodEverywhere, test } from '../support/product.ts'
import {
  adminOf,
  choose,
  desk,
  hold,
  opened,
  openProof,
  phone,
  photos,
  slots,
  start,
  task,
} from '../support/proof-making.ts'

for (const [name, device] of Object.entries({ desk, phone })) {
  test(`six photos go up at a ${name} although the network goes, and approved points show without a reload`, async ({
    product,
    browser,
  }) => {
    const admin = await adminOf(product)
    await admin.aTask(`Sunrise run ${name}`)
    const company = await product.aCompany(`Network ${name} Ltd`)
    const page = await opened(browser, product, company, device)
    await openProof(page, `Sunrise run ${name}`)
    const submit = page.getByRole('button', { name: /^Submit Proof \(/ })
    await expect(submit).toBeDisabled()

    await choose(page, await photos(6))
    const camera = page.getByRole('tab', { name: 'Take Picture' })
    await expect(camera).toHaveCount(0)
    const release = await hold(page, 2)
    await start(page, 6)
    await expect(page.getByText(/2 of 6 files uploaded/).first()).toBeVisible()
    // Behind the upload dialog: the server has checked both before the network goes.
    await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeAttached()
    await page.context().setOffline(true)
    await expect(page.getByText('No Internet connection').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible()
    await expect(slots(page).getByText('Waiting', { exact: true })).toHaveCount(4)
    await expect(submit).toBeDisabled()
    release()
    await page.context().setOffline(false)

    await expect(page.getByText('6 file(s) uploaded')).toBeVisible({ timeout: 15_000 })
    await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible()
    await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
    await expect(page.getByText('Success!')).toBeVisible()
    await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
    await expect(task(page, `Sunrise run ${name}`).getByRole('button', { name: 'Proof Submitted' })).toBeDisabled()
    await expect(page.getByLabel('Recent Submissions').getByText('Pending')).toBeVisible()

    await admin.decide(company, 'approved', 'Well run')

    const numbers = page.getByLabel('Your company in numbers')
    await expect(numbers).toContainText('25')
    await expect(numbers).toContainText(/Rank #\d+/)
    await expect(page.getByLabel('Recent Submissions')).toContainText('Approved')
    await expect(page.getByLabel('Recent Submissions')).toContainText('+25 points')
    await expect(page.getByLabel('Recent Submissions')).toContainText('Well run')
    await page.context().close()
  })
}

test('a reload in the middle brings every file back', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Reloaded walk')
  const page = await opened(browser, product, await product.aCompany('Reload Ltd'))
  await openProof(page, 'Reloaded walk')
  await choose(page, await photos(6))
  await hold(page, 2)
  await start(page, 6)
  await expect(page.getByText(/2 of 6 files uploaded/).first()).toBeVisible()
  // What it remembers is written twice a second.
  await page.waitForTimeout(1_000)

  // First the reload: let go before it, the held files would arrive after all.
  await page.reload()
  await page.unrouteAll({ behavior: 'ignoreErrors' })

  await expect(page.getByRole('dialog', { name: 'Submit Proof' })).toContainText('Reloaded walk')
  await expect(page.getByText('Uploaded Files: 6 / 6 minimum')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(page.getByText('Your proof has been submitted for review.')).toBeVisible()
  await page.context().close()
})

test('a rejection says why, and another proof can be sent', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Twice tried')
  const company = await product.aCompany('Second Try Ltd')
  const page = await opened(browser, product, company)
  await openProof(page, 'Twice tried')
  await choose(page, await photos(6))
  await start(page, 6)
  await page.getByRole('button', { name: 'Submit Proof (6/6)' }).click()
  await expect(task(page, 'Twice tried').getByRole('button', { name: 'Proof Submitted' })).toBeDisabled()

  await admin.decide(company, 'rejected', 'Six times the same shoe')

  const card = task(page, 'Twice tried')
  await expect(card).toContainText('Six times the same shoe')
  await expect(card.getByRole('button', { name: 'Submit Proof' })).toBeEnabled()
  await expect(page.getByLabel('Recent Submissions')).toContainText('Rejected')
  await openProof(page, 'Twice tried')
  await expect(page.getByText('Uploaded Files: 0 / 6 minimum')).toBeVisible()
  await choose(page, await photos(7, 20))
  await start(page, 7)
  await page.getByRole('button', { name: 'Submit Proof (7/6)' }).click()
  await expect(card.getByRole('button', { name: 'Proof Submitted' })).toBeDisabled()
  await page.context().close()
})

test('another tab shows the same draft, one file is removed, and another kind asks first', async ({
  product,
  browser,
}) => {
  const admin = await adminOf(product)
  await admin.aTask('Left halfway')
  const page = await opened(browser, product, await product.aCompany('Halfway Ltd'))
  await openProof(page, 'Left halfway')
  await choose(page, await photos(3))
  await start(page, 3)
  await expect(page.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible()

  const elsewhere = await page.context().newPage()
  await elsewhere.goto('/')
  await openProof(elsewhere, 'Left halfway')
  await expect(elsewhere.getByText('Uploaded Files: 3 / 6 minimum')).toBeVisible()
  await expect(elsewhere.getByText('still saved')).toHaveCount(0)
  await elsewhere.getByRole('button', { name: 'Remove run-2.jpg' }).click()
  await expect(elsewhere.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible()

  const type = elsewhere.getByLabel('Content Type')
  await type.selectOption('Videos')
  await elsewhere.getByRole('button', { name: 'Keep the photos' }).click()
  await expect(type).toHaveValue('image')
  await type.selectOption('Videos')
  await elsewhere.getByRole('button', { name: 'Change to videos' }).click()
  await expect(type).toHaveValue('video')
  await expect(elsewhere.getByText('Uploaded Files: 0 / 6 minimum')).toBeVisible()
  await page.context().close()
})

test('files that cannot be used are refused with the reason', async ({ product, browser }, info) => {
  const admin = await adminOf(product)
  await admin.aTask('Wrong files')
  const page = await opened(browser, product, await product.aCompany('Wrong Files Ltd'))
  await openProof(page, 'Wrong files')

  const [large, animated, disguised] = [
    info.outputPath('large.jpg'),
    info.outputPath('run.gif'),
    info.outputPath('note.jpg'),
  ]
  for (const file of [large, animated, disguised]) writeFileSync(file, 'not a picture at all')
  truncateSync(large, 30_485_761)
  await choose(page, [large, animated, disguised])
  await expect(page.getByText('large.jpg exceeds maximum allowed size of 30MB').first()).toBeVisible()
  await expect(page.getByText('You can only upload: JPG, PNG').first()).toBeVisible()
  await start(page, 1)
  await expect(page.getByText('Upload failed').first()).toBeVisible()
  await expect(page.getByText('Only JPG, PNG, MP4 and MOV files can be used.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).first().click()

  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles(await photos(11))
  await expect(page.getByText('You can only upload 10 files').first()).toBeVisible()
  await page.context().close()
})

test('closing while files are on their way asks, and stopping leaves nothing', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('Given up')
  const page = await opened(browser, product, await product.aCompany('Giving Up Ltd'))
  await openProof(page, 'Given up')
  await choose(page, await photos(2))
  await hold(page, 0)
  await start(page, 2)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('progressbar', { name: 'run-1.jpg' })).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep uploading' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Stop the upload' }).click()

  await expect(page.getByText('Uploaded Files:')).toHaveCount(0)
  await openProof(page, 'Given up')
  await expect(page.getByText('Uploaded Files: 0 / 6 minimum')).toBeVisible()
  expect(await (await page.request.get('/api/uploads')).json()).toEqual([])
  await page.context().close()
})

test('the phone offers its camera, and the upload dialog fills it', async ({ product, browser }) => {
  const admin = await adminOf(product)
  await admin.aTask('By phone')
  const page = await opened(browser, product, await product.aCompany('Phone Ltd'), phone)
  await openProof(page, 'By phone')
  await page.getByRole('button', { name: 'Other sources' }).tap()

  await expect(page.getByRole('tab', { name: 'My Device' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Take Picture' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Add photos' })
  await expect.poll(() => dialog.boundingBox()).toMatchObject({ x: 0, width: 375 })
  await expectAccessible(page)
  await page.context().close()
})

const long = 'A task with a very long name that somebody really typed into the field for titles'
const youtubeUrl = 'https://www.youtube.com/watch?v=abc'

test('the dashboard is good everywhere and asks nobody else for pictures', { tag: '@slow' }, async ({
  product,
  browser,
}) => {
  test.slow()
  const admin = await adminOf(product)
  await admin.aTask(long, { youtubeUrl, description: 'Stretch at the desk. '.repeat(40) })
  const page = await opened(browser, product, await product.aCompany('Dashboard Everywhere Ltd'))
  const foreign: string[] = []
  page.on('request', (request) => request.url().startsWith(product.url) || foreign.push(request.url()))
  await page.reload()

  const tutorial = task(page, long)
    .first()
    .getByRole('link', { name: /Watch Tutorial/ })
  await expect(tutorial).toHaveAttribute('href', youtubeUrl)
  await expect(tutorial).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(tutorial).toHaveAttribute('target', '_blank')
  await expectGoodEverywhere(page, tutorial)
  expect(foreign).toEqual([])
  await page.context().close()
})

test('the proof and the upload dialog are good everywhere', { tag: '@slow' }, async ({ product, browser }) => {
  test.slow()
  const admin = await adminOf(product)
  await admin.aTask('Good everywhere')
  const page = await opened(browser, product, await product.aCompany('Dialogs Ltd'))

  await openProof(page, 'Good everywhere')
  await expectGoodEverywhere(page, page.getByText('Uploaded Files: 0 / 6 minimum'))
  await choose(page, await photos(1))
  await expectGoodEverywhere(page, page.getByRole('button', { name: 'Upload 1 file' }))
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect
    .poll(() => page.locator('.uppy-Dashboard-inner').boundingBox())
    .toMatchObject({ width: 750, height: 550 })
  await start(page, 1)
  await expectGoodEverywhere(page, page.getByText('Uploaded Files: 1 / 6 minimum'))
  await page.context().close()
})
