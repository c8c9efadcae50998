import type { Page } from '@playwright/test'
import { administrators, companies, emailOf, tasks } from '../demo/content.ts'
import { showPdf } from './show-pdf.ts'

export type Shot = {
  name: string
  /** The signed-in person's address; a visitor without it. */
  signedInAs?: string
  path: string | ((place: { doorPath: string }) => string)
  viewport?: { width: number; height: number }
  /** Brings the page to the state of the picture. */
  prepare?: (page: Page) => Promise<void>
}

const administrator = administrators[0]?.email ?? ''
export const company = emailOf(companies[0]?.name ?? '')
/** The draft's task: files are collected, and not submitted yet. */
export const draftTask = tasks.at(-2)?.title ?? ''

/** Letters that occur in several attendees' names. */
const doorSearch = 'ens'

export const shots: Shot[] = [
  { name: 'landing', path: '/' },
  { name: 'company-dashboard', signedInAs: company, path: '/' },
  {
    name: 'hand-in',
    signedInAs: company,
    path: '/',
    async prepare(page) {
      await page.getByRole('article', { name: draftTask }).getByRole('button', { name: 'Submit Proof' }).click()
      await page.getByText('Uploaded Files: 4 / 6 minimum').waitFor()
    },
  },
  { name: 'leaderboard', signedInAs: company, path: '/leaderboard' },
  {
    name: 'big-screen',
    signedInAs: company,
    path: '/leaderboard?screen=1',
    async prepare(page) {
      // The controls fade without input.
      await page.locator('.opacity-0').filter({ hasText: 'Close' }).waitFor({ state: 'attached' })
    },
  },
  { name: 'admin-dashboard', signedInAs: administrator, path: '/' },
  {
    name: 'review-mode',
    signedInAs: administrator,
    path: '/#review',
    async prepare(page) {
      const desk = page.getByRole('dialog', { name: 'Proof review' })
      // Waits until the photos are on the screen.
      await desk.getByRole('button', { name: 'Approve', disabled: false }).waitFor()
    },
  },
  {
    name: 'analytics',
    signedInAs: administrator,
    path: '/#analytics',
    async prepare(page) {
      await page.getByText('Points by day').first().waitFor()
      await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    },
  },
  {
    name: 'report',
    signedInAs: company,
    path: '/?view=numbers',
    async prepare(page) {
      const reports = page.getByRole('region', { name: 'Wellness report' })
      const pdf = reports.getByRole('link', { name: /^Download PDF/ }).first()
      await reports.getByText('No reports yet').or(pdf).first().waitFor()
      // The second theme shows the file from the first.
      if (!(await pdf.isVisible())) await reports.getByRole('button', { name: 'Make report' }).click()
      const file = await page.request.get((await pdf.getAttribute('href')) ?? '')
      await showPdf(page, await file.body())
    },
  },
  { name: 'event-page', path: ({ doorPath }) => doorPath.replace(/\?.*/, '') },
  {
    name: 'door',
    path: ({ doorPath }) => doorPath,
    viewport: { width: 420, height: 800 },
    async prepare(page) {
      await page.getByRole('button', { name: 'Use this name' }).click()
      await page.getByRole('button', { name: 'Name', exact: true }).click()
      await page.getByLabel('Name', { exact: true }).fill(doorSearch)
      await page
        .getByRole('button', { name: /^Let in / })
        .first()
        .waitFor()
    },
  },
]
