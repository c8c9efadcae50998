import PDFDocument from 'pdfkit'
import { formatPeriod } from '#contract/analytics/day-texts.ts'
import { branding } from '#contract/branding/branding.ts'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { TaggedPage } from './page.ts'
import { drawCover } from './pages/cover-page.ts'
import { drawDays } from './pages/days-page.ts'
import { drawDefinitions } from './pages/definitions-page.ts'
import { drawTasks } from './pages/tasks-page.ts'
import { sheet } from './theme.ts'
import { Typesetter } from './typesetter.ts'

const pages = [drawCover, drawDays, drawTasks, drawDefinitions]

/**
 * Renders a report as four tagged pages with embedded fonts and vector charts. Takes a good part of a second of CPU.
 */
export async function renderReport(numbers: ReportNumbers, { compress = true } = {}): Promise<Buffer> {
  const title = `Wellness report: ${numbers.title}, ${formatPeriod(numbers)}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: sheet.margin,
    lang: 'en',
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    compress,
    autoFirstPage: false,
    font: null,
    info: {
      Title: title,
      Author: branding.eventName,
      Subject: numbers.finding,
      Creator: branding.initiative,
      CreationDate: new Date(numbers.madeAt),
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<void>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', resolve)
    doc.on('error', reject)
  })
  const page = new TaggedPage(doc, new Typesetter(doc))
  for (const [nth, draw] of pages.entries()) {
    page.start({
      left: `${branding.eventName} · ${formatPeriod(numbers)}`,
      right: `Page ${nth + 1} of ${pages.length}`,
    })
    draw(page, numbers)
  }
  page.root.end()
  doc.end()
  await done
  return Buffer.concat(chunks)
}
