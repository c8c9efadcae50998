import { readFileSync } from 'node:fs'
import { aProof, emptyQueue, type SentFile } from '../support/challenge.ts'
import { emptyPage, expect, expectAccessible, test } from '../support/product.ts'
import { adminOf, opened, openProof, start } from '../support/proof-making.ts'
import { desk } from '../support/reviewing.ts'

// One second with sound, as phones record it: the browser of the tests plays the sound and no image.
const recorded = readFileSync(new URL('../fixtures/hevc.mp4', import.meta.url))

/** The same recording with a few different bytes behind it: no file is taken twice. */
const videos = (count: number): SentFile[] =>
  Array.from({ length: count }, (_, index) => {
    const box = Buffer.from(`\0\0\0\u000cfree${String(index).padStart(4, '0')}`, 'latin1')
    return { name: `clip-${index + 1}.mp4`, mimeType: 'video/mp4', buffer: Buffer.concat([recorded, box]) }
  })

test('whoever sends videos that their own browser can’t play is warned, also after a reload', { tag: '@slow' }, async ({
  product,
  browser,
}) => {
  await (await adminOf(product)).aTask('Filmed in HEVC')
  const page = await opened(browser, product, await product.aCompany('Sends Hevc Ltd'))
  await openProof(page, 'Filmed in HEVC')
  await page.getByLabel('Content Type').selectOption('Videos')
  await page.getByRole('button', { name: 'Add videos' }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('tab', { name: 'My Device' }).click()
  await (await picker).setFiles(videos(2))
  await start(page, 2)
  await expect(page.getByText('Uploaded Files: 2 / 6 minimum')).toBeVisible()

  const warning = page.getByRole('list', { name: 'Files that need your attention' }).getByRole('listitem')
  await expect(warning).toHaveCount(1)
  await expect(warning).toContainText('clip-1.mp4, clip-2.mp4')
  await expect(warning).toContainText('Your browser can’t play these videos.')
  await page.reload()
  await openProof(page, 'Filmed in HEVC')
  await expect(warning).toContainText('clip-1.mp4, clip-2.mp4')
  await page.context().close()
})

test('a reviewer reads which videos can’t be played, downloads them and decides', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  await emptyQueue(product)
  const task = await (await adminOf(product)).aTask('Reviewed in HEVC')
  const company = await product.aCompany('Reviewed Hevc Ltd')
  await aProof(product, company, task, videos(6))
  const page = await signedIn(product.admin, '/#review')
  const first = desk(page).getByRole('button', { name: /^Video 1 of 6/ })
  await expect(first).toContainText('Can’t be played here')
  await first.click()
  const large = desk(page).getByRole('group', { name: 'Video 1 of 6' })
  await expect(large).toContainText('This browser can’t play this video (HEVC).')
  await expect(desk(page).getByRole('link', { name: 'View Full Size' })).toHaveCount(0)
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await large.getByRole('link', { name: 'Download Video 1 of 6' }).click()
  expect(readFileSync(await (await downloading).path()).length).toBeGreaterThan(recorded.length / 2)
  await desk(page).getByRole('button', { name: 'All files' }).click()
  await page.keyboard.press('a')
  await expect(page.getByText('Approved').first()).toBeVisible()

  await page.goto('/#decided')
  const decided = page.getByRole('region', { name: 'Decided proofs' }).getByRole('listitem')
  const link = decided.filter({ hasText: company.name }).getByRole('link', { name: /Video 1 of 6.*Download/ })
  await expect(link).toHaveAttribute('download', '')
})

test('a company and the reviewer’s dialog say the same of a video that can’t be played', { tag: '@slow' }, async ({
  product,
  browser,
  signedIn,
}) => {
  await emptyQueue(product)
  const task = await (await adminOf(product)).aTask('Looked at in HEVC')
  const company = await product.aCompany('Looks At Hevc Ltd')
  await aProof(product, company, task, videos(6))
  const own = await opened(browser, product, company)
  await own.getByLabel('Recent Submissions').getByRole('button', { name: 'Looked at in HEVC' }).click()
  const reviewer = await signedIn(product.admin, '/#proofs')
  const pending = reviewer.getByRole('region', { name: 'Pending Proof Reviews' })
  await pending.getByRole('button', { name: 'Review', exact: true }).click()

  for (const dialog of [
    own.getByRole('dialog', { name: 'Looked at in HEVC' }),
    reviewer.getByRole('dialog', { name: 'Review Proof' }),
  ]) {
    await dialog.getByRole('button', { name: 'Video 2 of 6' }).click()
    await expect(dialog.getByText('This browser can’t play this video (HEVC).')).toBeVisible()
    await expect(dialog.getByRole('link', { name: /Download|Full Size/ })).toHaveCount(1)
    await expect(dialog.getByRole('link', { name: 'Download Video 2 of 6' })).toBeVisible()
  }
  await expectAccessible(own)
  await expectAccessible(reviewer)
  await own.context().close()
})

test('a video whose file is gone is not called unplayable', { tag: '@slow' }, async ({ product, signedIn }) => {
  await emptyQueue(product)
  const task = await (await adminOf(product)).aTask('Gone video')
  const playable = readFileSync(new URL('../../packages/video-metadata/fixtures/phone.mp4', import.meta.url))
  const files = videos(6).map((file, index) => ({
    ...file,
    buffer: Buffer.concat([playable, file.buffer.subarray(-12)]),
    name: `phone-${index}.mp4`,
  }))
  await aProof(product, await product.aCompany('Gone Video Ltd'), task, files)
  const page = await signedIn(product.admin, emptyPage)
  await page.route('**/api/files/proofs/**', (route) => route.fulfill({ status: 404 }))

  await page.goto('/#review')

  await expect(desk(page).getByRole('button', { name: /^Video 1 of 6/ })).toContainText('Did not load')
})
