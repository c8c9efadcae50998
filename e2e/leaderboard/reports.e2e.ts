import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { aWeek, showOverview } from '../made-up/made-up-analytics.ts'
import { aBatchUnderWay, reportsInEveryState, showReports } from '../made-up/made-up-reports.ts'
import { expectRoomForWideText, zoomed } from '../support/accessibility.ts'
import { administrator, aProof, aTask, send } from '../support/challenge.ts'
import {
  emptyPage,
  expect,
  expectGoodEverywhere,
  expectNothingCut,
  type Product,
  password,
  requireOk,
  tabTo,
  test,
} from '../support/product.ts'

const analytics = (page: Page) => page.getByRole('region', { name: 'Analytics', exact: true })
const allReports = (page: Page) => page.getByRole('region', { name: 'Reports', exact: true })
const ownReports = (page: Page) => page.getByRole('region', { name: 'Wellness report' })

type Company = Awaited<ReturnType<Product['aCompany']>>

async function earn(product: Product, company: Company, title: string) {
  const { id } = await aProof(product, company, await aTask(product, title, 40))
  const decision = { status: 'approved' }
  await requireOk(send(product, 'PATCH', `/api/proofs/${id}/review`, await administrator(product), decision))
}

async function download(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download')
  await press()
  const file = await downloading
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('a company makes its report by keyboard, watches it being made, and downloads it as PDF and numbers', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Report Pelican')
  await earn(product, company, 'Report pelican dive')
  const page = await signedIn(company, '/#reports')
  const reports = ownReports(page)
  await expect(reports).toBeFocused()
  await expect(reports.getByText('No reports yet')).toBeVisible()

  await tabTo(page, reports.getByRole('button', { name: 'Make report' }))
  await page.keyboard.press('Enter')
  const pdf = reports.getByRole('link', { name: /^Download PDF: Report Pelican/ })
  await expect(pdf).toBeVisible({ timeout: 60_000 })

  const { name, bytes } = await download(page, () => pdf.press('Enter'))
  expect(name).toMatch(/^wellness-report-report-pelican-.*\.pdf$/)
  expect(bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  const csv = await download(page, () => reports.getByRole('link', { name: /^CSV: Report Pelican/ }).click())
  expect(csv.bytes.toString()).toContain('Headline,,Points,40,')
  // Downloadable again.
  await page.reload()
  await expect(pdf).toBeVisible()
})

test('an administrator makes the report of the challenge for the chosen period, and that of a company from its row', async ({
  product,
  signedIn,
}) => {
  const company = await product.aCompany('Report Lighthouse')
  await earn(product, company, 'Report stairs')
  const page = await signedIn(product.admin, '/?period=today#reports')
  const section = allReports(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reports')

  await section.getByRole('button', { name: 'Create challenge report' }).click()
  const challenge = section.getByRole('link', { name: /^Download PDF: The whole challenge/ }).first()
  await expect(challenge).toBeVisible({ timeout: 60_000 })
  const { name } = await download(page, () => challenge.click())
  expect(name).toMatch(/^wellness-report-challenge-(.*)-to-\1\.pdf$/)
  await expect(section.getByText(/^Made .+ by /).first()).toBeVisible()

  await page.getByRole('link', { name: 'Analytics' }).click()
  await analytics(page).getByLabel('Search these companies').fill('report lighthouse')
  await analytics(page).getByRole('button', { name: 'Make report: Report Lighthouse' }).click()
  await expect(page.getByText('The report of Report Lighthouse is being made.')).toBeVisible()
  await page.getByRole('link', { name: 'Reports' }).click()
  await expect(section.getByRole('link', { name: /^Download PDF: Report Lighthouse/ })).toBeVisible({ timeout: 60_000 })
})

test('all companies get an email with a link that opens their reports after signing in', { tag: '@slow' }, async ({
  product,
  signedIn,
  page: stranger,
}) => {
  const company = await product.aCompany('Report Flamingo')
  await earn(product, company, 'Report flamingo stand')
  const page = await signedIn(product.admin, '/#reports')
  const section = allReports(page)

  await section.getByRole('button', { name: 'Email every company its report' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Email reports' }).click()
  await expect(section.getByRole('progressbar', { name: 'Reports of all companies' })).toBeVisible()
  await expect(section.getByText(/^(\d+) of \1 reports? made, \d+ emailed\.$/)).toBeVisible({ timeout: 180_000 })

  const mail = await product.mailTo(company.email, 'The wellness report of Report Flamingo')
  const link = /http:\/\/localhost:\d+\/#reports/.exec(mail)?.[0] ?? ''
  await stranger.goto(link)
  await expect(ownReports(stranger)).toHaveCount(0)
  await stranger.goto('/login')
  await stranger.getByLabel('Email').fill(company.email)
  await stranger.getByLabel('Password', { exact: true }).fill(password)
  await stranger.getByRole('button', { name: 'Log In' }).click()
  await expect(ownReports(stranger)).toBeFocused()
  await expect(ownReports(stranger).getByRole('link', { name: /^Download PDF: Report Flamingo/ })).toBeVisible()
})

test('reports that are being made, ready and failed read well everywhere', { tag: '@slow' }, async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await showReports(page, reportsInEveryState, [aBatchUnderWay])
  await page.goto('/#reports')
  const section = allReports(page)

  await expect(section.getByRole('progressbar', { name: /Making the report/ })).toHaveAttribute('aria-valuenow', '50')
  await expect(section.getByText('318 of 500 reports made, 316 emailed, 2 could not be made…')).toBeVisible()
  await expect(section.getByRole('button', { name: 'Email every company its report' })).toBeDisabled()
  await expectGoodEverywhere(page, section.getByRole('list', { name: 'Reports' }))
  await expectRoomForWideText(page, section)

  const company = await product.aCompany('Report Iguana')
  const own = await signedIn(company, emptyPage)
  await showReports(own, reportsInEveryState, [])
  await own.goto('/#reports')
  await expect(ownReports(own).getByRole('button', { name: /^Try again/ })).toBeVisible()
  await expectGoodEverywhere(own, ownReports(own).getByRole('list', { name: 'Reports' }))
})

test('at 400 % every control of the reports can be seen whole, back closes only the question, and nothing starts without a network', {
  tag: '@slow',
}, async ({ product, signedIn }) => {
  const page = await signedIn(product.admin, emptyPage)
  await showOverview(page, aWeek)
  await showReports(page, reportsInEveryState, [])
  await page.goto('/#reports')
  const section = allReports(page)
  const makeOne = section.getByRole('button', { name: 'Create challenge report' })
  const makeAll = section.getByRole('button', { name: 'Email every company its report' })
  await expect(makeAll).toBeVisible()
  await page.setViewportSize(zoomed)
  const files = section.getByRole('link', { name: /^(Download PDF|CSV|JSON): / })
  for (const control of [
    makeOne,
    makeAll,
    section.getByRole('button', { name: /^Try again/ }),
    ...(await files.all()),
  ]) {
    await control.scrollIntoViewIfNeeded()
    await expect(control).toBeInViewport({ ratio: 0.95 })
  }
  await expectNothingCut(page)

  await makeAll.click()
  const question = page.getByRole('alertdialog', { name: 'Email every company its report?' })
  const confirm = question.getByRole('button', { name: 'Email reports' })
  await confirm.scrollIntoViewIfNeeded()
  await expect(confirm).toBeInViewport({ ratio: 0.95 })
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(page).toHaveURL('/#reports')

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.unroute('**/api/report-batches')
  await page.context().setOffline(true)
  await makeOne.click()
  const refusal = page.getByText('No connection. Please check your network and try again.')
  await expect(refusal).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss notification' }).click()
  await makeAll.click()
  await confirm.click()
  await expect(refusal).toBeVisible()
  await expect(question).toBeVisible()
})
