import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { AnalyticsOverview } from '../../src/contract/analytics/endpoints.ts'
import { branding } from '../../src/contract/branding/branding.ts'
import { readPdf } from '../../src/server/features/reports/testing/read-pdf.ts'
import {
  aCompanyWeek,
  aCrowd,
  aDay,
  anEmptyChallenge,
  aWeek,
  showCompanyNumbers,
  showOverview,
} from '../made-up/made-up-analytics.ts'
import { expectRoomForWideText } from '../support/accessibility.ts'
import { administrator, aProof, aTask, read, send } from '../support/challenge.ts'
import { emptyPage, expect, expectGoodEverywhere, type Product, requireOk, tabTo, test } from '../support/product.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Analytics', exact: true })
const table = (page: Page) => page.getByRole('region', { name: 'Companies in numbers' })
const rowOf = (page: Page, name: string) => table(page).getByRole('row', { name: new RegExp(name) })
const pressPeriod = (page: Page, name: string) => section(page).getByRole('button', { name, exact: true }).click()
const total = (page: Page, name: string) =>
  section(page).getByRole('definition').filter({ visible: true }).nth(totals.indexOf(name))
const totals = ['Participation rate', 'Points', 'Calories', 'Proofs']

type Company = Awaited<ReturnType<Product['aCompany']>>

/** A proof that is approved, of today. */
async function earn(product: Product, company: Company, title: string, points: number) {
  const { id } = await aProof(product, company, await aTask(product, title, points))
  const decision = { status: 'approved' }
  await requireOk(send(product, 'PATCH', `/api/proofs/${id}/review`, await administrator(product), decision))
}

test('an administrator chooses a period, reads its numbers, and finds it again by back and reload', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Analytics Harbour')
  await earn(product, company, 'Analytics stair run', 40)
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Curacao' }).format()
  const cookie = await administrator(product)
  const known = await read<AnalyticsOverview>(product, `/api/analytics/overview?from=${today}&to=${today}`, cookie)
  const page = await signedIn(product.admin, '/#analytics')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analytics')

  await pressPeriod(page, 'Today')
  await expect(page).toHaveURL('/?period=today#analytics')
  await expect(total(page, 'Points')).toHaveText(known.totals.points.toLocaleString('en'))
  await expect(total(page, 'Participation rate')).toContainText(
    `${known.totals.activeCompanies} of ${known.totals.companies} companies`,
  )
  await section(page).getByLabel('Search these companies').fill('analytics harbour')
  await expect(rowOf(page, 'Analytics Harbour')).toContainText(/12 people.*40.*300/)

  await pressPeriod(page, 'Own range')
  await section(page).getByLabel('First day').fill('2020-01-02')
  await section(page).getByLabel('Last day').fill('2020-01-01')
  await section(page).getByRole('button', { name: 'Show range' }).click()
  await expect(section(page).getByText('The period ends before it begins.')).toBeVisible()
  await section(page).getByLabel('Last day').fill('2020-01-03')
  await section(page).getByRole('button', { name: 'Show range' }).click()
  await expect(page).toHaveURL('/?from=2020-01-02&to=2020-01-03#analytics')
  await expect(section(page).getByText('No company has an approved proof in this period yet.')).toBeVisible()
  await page.reload()
  await expect(section(page).getByText('2 January 2020 to 3 January 2020 · 2 days')).toBeVisible()
  await expect(total(page, 'Points')).toHaveText('0')

  await page.goBack()
  await expect(page).toHaveURL('/?period=today#analytics')
  await expect(section(page).getByRole('button', { name: 'Today', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(total(page, 'Points')).toHaveText(known.totals.points.toLocaleString('en'))
})

test('the numbers of the companies are a CSV file of the period, and change while they are looked at', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Analytics Lighthouse')
  await earn(product, company, 'Analytics first lap', 15)
  const page = await signedIn(product.admin, '/?period=today#analytics')
  await section(page).getByLabel('Search these companies').fill('analytics lighthouse')
  await expect(rowOf(page, 'Analytics Lighthouse')).toContainText('15')

  await earn(product, company, 'Analytics second lap', 20)
  await expect(rowOf(page, 'Analytics Lighthouse')).toContainText('35')

  const downloading = page.waitForEvent('download')
  await section(page).getByRole('link', { name: 'Export CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^companies-(.*)-to-\1\.csv$/)
  expect(readFileSync(await download.path(), 'utf8')).toMatch(/Analytics Lighthouse.{1,3}12.{1,3}35.{1,3}600/)
})

test('a chart is read by keyboard, in words and as a table, and every number says what it is', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await page.goto('/#analytics')
  await expect(
    section(page).getByText(
      '12 of 14 companies took part and earned 980 points; points grew 83% from 1–2 Jun to 6–7 Jun.',
    ),
  ).toBeVisible()

  const chart = section(page).getByRole('figure', { name: 'Points by day' })
  await expect(chart).toContainText('Most on Saturday 6 June: 260 points. Nothing on 1 of 7 days.')
  const day = (name: string) => chart.getByRole('img', { name })
  await tabTo(page, day('Monday 1 June: 100 points'))
  await page.keyboard.press('ArrowRight')
  await expect(day('Tuesday 2 June: 140 points')).toBeFocused()
  await page.keyboard.press('End')
  await expect(day('Sunday 7 June: 180 points')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(day('Sunday 7 June: 180 points')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(day('Sunday 7 June: 180 points')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(
    chart.getByRole('table', { name: 'Points by day' }).getByRole('row', { name: /Friday 5 June/ }),
  ).toContainText('210')
  await page.keyboard.press('Enter')
  await expect(day('Monday 1 June: 100 points')).toBeVisible()

  await page
    .getByRole('figure', { name: 'Tasks by success' })
    .getByRole('img', { name: /^Sunrise walk/ })
    .focus()
  await page.keyboard.press('ArrowDown')
  await expect(
    page.getByRole('img', { name: 'Stairs instead of the lift: 75%, 9 of 12 reviewed proofs approved, 2 pending' }),
  ).toBeFocused()

  const help = chart.getByRole('button', { name: 'What is this? Points' })
  await help.press('Enter')
  await expect(page.getByRole('dialog', { name: 'What is Points?' })).toContainText(
    'adjustments by the day they were made',
  )
  await page.keyboard.press('Escape')
  await expect(help).toBeFocused()
})

test('events are shown with their attendance, and no share of fewer than five people', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await page.goto('/#analytics')

  const run = section(page).getByRole('figure', { name: 'Beach run' })
  await expect(run.getByRole('img', { name: 'Approved: 96 people, 80% of registered' })).toBeVisible()
  await expect(run.getByRole('img', { name: 'Checked in: 81 people, 84% of approved' })).toBeVisible()
  await expect(run.getByRole('img', { name: '6 Jun 2026, from 07:30: 0 people' })).toBeAttached()
  await expect(run.getByRole('img', { name: '6 Jun 2026, from 07:00: 31 people' })).toBeAttached()
  await expect(run).toContainText('No-shows: 15')
  const yoga = section(page).getByRole('figure', { name: 'Yoga for early birds' })
  await expect(yoga.getByRole('img', { name: 'Checked in: hidden, fewer than 5 people' })).toBeVisible()
  await expect(yoga).toContainText('Hidden for fewer than 5 people')
})

test('more companies than fit are searched, ordered and paged, and the rest is in the file', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aCrowd)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/#analytics')

  await expect(
    section(page).getByText('These are the 120 companies with the most points. All 700 are in the CSV file.'),
  ).toBeVisible()
  await expect(table(page).getByRole('row')).toHaveCount(51)
  await expect(table(page).getByRole('row').nth(1)).toContainText('Runners 1')
  await section(page).getByRole('button', { name: 'Next page' }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Runners 51')
  await table(page).getByRole('button', { name: 'Points' }).click()
  await expect(table(page).getByRole('row').nth(1)).toContainText('Runners 120')
  await section(page).getByLabel('Search these companies').fill('runners 77')
  await expect(table(page).getByRole('row')).toHaveCount(2)
})

test('a week, a day and an empty challenge read well everywhere', { tag: '@slow' }, async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await page.goto('/#analytics')
  await expectGoodEverywhere(page, section(page).getByRole('figure', { name: 'Tasks by success' }))
  await expectRoomForWideText(page, section(page))

  await showOverview(page, aDay)
  await page.goto('/?period=today#analytics')
  await expect(
    section(page).getByText('5 of 14 companies took part on Monday 1 June and earned 100 points.'),
  ).toBeVisible()
  await expect(section(page).getByRole('figure', { name: 'Points by day' })).toBeHidden()
  await expect(section(page).getByText('No proof was reviewed in this period. None waits now.')).toBeVisible()
  await expect(section(page).getByText('Every proof has its decision.')).toBeVisible()

  await showOverview(page, anEmptyChallenge)
  await page.goto('/#analytics')
  await expect(section(page).getByText('No analytics yet.')).toBeVisible()
})

test('a company sees the points left today, its days beside the goal, and the others without names', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Analytics Pelican')
  await earn(product, company, 'Analytics pelican dive', 45)
  const page = await signedIn(company, '/?view=numbers')
  const own = page.getByRole('main')
  await expect(own).toContainText('45 points today so far.')
  await expect(own, 'one account says nothing about people').not.toContainText('People reached')
  await expect(own).toContainText('1 day')
  await expect(
    own.getByRole('figure', { name: 'Points by day' }).getByRole('img', { name: /: 45 points$/ }),
  ).toBeAttached()

  await showCompanyNumbers(page, aCompanyWeek)
  await page.reload()
  await expect(own).toContainText('30 points today so far. 3 open tasks are worth 75 points.')
  await expect(own).toContainText('35%of your team contributed to a proof')
  await expect(own.getByText('Daily goal 100')).toBeVisible()
  const ranks = own.getByRole('figure', { name: 'Rank over time' })
  await expect(ranks).toContainText('From rank 5 to rank 2; the best was rank 1 on Saturday 6 June.')
  await ranks.getByRole('img', { name: 'Monday 1 June: no rank' }).focus()
  await page.keyboard.press('End')
  await expect(ranks.getByRole('img', { name: 'Sunday 7 June, so far: rank 2' })).toBeFocused()
  await ranks.getByRole('button', { name: 'Show as table' }).click()
  await expect(ranks.getByRole('row', { name: /^Saturday 6 June/ })).toContainText('1')
  await ranks.getByRole('button', { name: 'Show as chart' }).click()
  await expect(own.getByRole('row', { name: /^Points/ })).toContainText(/340.*210\.5/)
  await expectGoodEverywhere(page, own.getByText('Daily goal 100'))
  await expectRoomForWideText(page, own)

  await showCompanyNumbers(page, { ...aCompanyWeek, field: null })
  await page.reload()
  await expect(own).toContainText('The median of the others is shown when at least 5 other companies take part.')
})

test('charts are fetched with the analytics, and never for the landing page or the dashboard', async ({
  page,
  product,
  signedIn,
}) => {
  const scripts: Promise<string>[] = []
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text())
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(scripts.length).toBeGreaterThan(0)
  expect((await Promise.all(scripts)).filter((text) => text.includes('Arrow keys go from'))).toEqual([])

  const admin = await signedIn(product.admin, emptyPage)
  const files: string[] = []
  admin.on('request', (request) => files.push(request.url()))
  const overviewFile = () => files.filter((url) => /analytics-overview/.test(url)).length
  await admin.goto('/')
  await expect(admin.getByRole('heading', { name: 'Company Rankings' })).toBeVisible()
  expect(overviewFile()).toBe(0)
  await admin.getByRole('link', { name: 'Analytics', exact: true }).click()
  await expect(section(admin).getByRole('button', { name: 'This week' })).toBeVisible()
  expect(overviewFile()).toBeGreaterThan(0)
})

test('the analytics print as a sheet: title, day and page numbers, black on white, without shell and buttons', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await page.emulateMedia({ colorScheme: 'dark' })
  await showOverview(page, aWeek)
  await page.goto('/#analytics')
  await expect(section(page).getByRole('figure', { name: 'Points by day' })).toBeVisible()

  const { pages, text } = await readPdf(await page.pdf({ preferCSSPageSize: true, printBackground: true }))

  expect(text).toContain(branding.eventName)
  expect(text).toContain('Points by day')
  // Long names wrap.
  const letters = (words: string) => words.replace(/\s/g, '')
  for (const { name } of aWeek.companies) expect(letters(text)).toContain(letters(name))
  for (const control of ['Logout', 'Skip to content', 'Show as table', 'Export CSV', 'Own range', 'Dashboard'])
    expect(text).not.toContain(control)
  for (const [nth, { text }] of pages.entries()) expect(text).toContain(`${nth + 1} / ${pages.length}`)
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') as Element).color)).toBe(
    'rgb(33, 17, 0)',
  )
})
