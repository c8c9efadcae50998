import { expect, test } from 'vitest'
import { definitions } from '#contract/analytics/definitions.ts'
import type { ReportNumbers } from '#contract/reports/numbers.ts'
import { listTags, readPdf } from '../testing/read-pdf.ts'
import { aChallengeReport, aCompanyReport } from '../testing/some-reports.ts'
import { renderReport } from './render.ts'

const megabyte = 1024 * 1024

const reports: Record<string, ReportNumbers> = {
  'a week of a company': aCompanyReport(),
  'one day of a company': aCompanyReport({ days: 1 }),
  'thirty days of a company with many tasks': aCompanyReport({ days: 30, tasks: 80 }),
  'a year of a company': aCompanyReport({ days: 366 }),
  'a company without anything': aCompanyReport({ isEmpty: true, tasks: 0, hasField: false }),
  'a company with the longest name': aCompanyReport({ name: 'Kòrsou Überlandwerke '.repeat(9).trim() }),
  'a name without a break': aCompanyReport({ name: 'W'.repeat(200) }),
  'a week of the challenge': aChallengeReport(),
  'thirty days of the challenge': aChallengeReport({ days: 30, tasks: 60 }),
  'an empty challenge': aChallengeReport({ isEmpty: true, tasks: 0, hasField: false }),
}

for (const [name, numbers] of Object.entries(reports)) {
  test(`${name} has four pages and less than a megabyte`, async () => {
    const bytes = await renderReport(numbers)
    const { pages } = await readPdf(bytes)

    expect(pages).toHaveLength(4)
    expect(bytes.length).toBeLessThan(megabyte)
  })
}

test('the title is shown, the language known, and every page is in the outline', async () => {
  const bytes = await renderReport(aCompanyReport(), { compress: false })
  const { info, markInfo, outline } = await readPdf(bytes)
  const source = bytes.toString('latin1')

  expect(info.Title).toBe('Wellness report: Salt Works, 1 June 2026 to 7 June 2026 · 7 days')
  expect(info.Language).toBe('en')
  expect(markInfo).toMatchObject({ Marked: true })
  expect(source).toMatch(/\/DisplayDocTitle true/)
  expect(source).toContain('<pdfuaid:part>1</pdfuaid:part>')
  expect(outline).toEqual([
    'Five numbers',
    'Participation by day',
    'Place in the division Small',
    'Tasks',
    'What the numbers mean',
    'What is not shown',
    'Where the numbers come from',
  ])
})

test('a screen reader finds one title, headings, tables with headings, and every chart in words', async () => {
  const { pages } = await readPdf(await renderReport(aCompanyReport()))
  const tags = pages.flatMap((page) => listTags(page.tags))
  const count = (role: string) => tags.filter((tag) => tag.role === role).length

  expect([count('H1'), count('H2'), count('Table'), count('Figure')]).toEqual([1, 7, 4, 2])
  for (const table of tags.filter(({ role }) => role === 'Table')) {
    const rows = listTags(table).filter(({ role }) => role === 'TR')
    const [head, ...body] = rows.map(({ children }) => children.map(({ role }) => role))
    expect(new Set(head)).toEqual(new Set(['TH']))
    for (const cells of body) expect(cells).toEqual(['TH', ...Array((head?.length ?? 1) - 1).fill('TD')])
  }
  const [participation, points] = tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)
  expect(participation).toMatch(/^Approved proofs by day: Monday 1 June 3, Tuesday 2 June 4/)
  expect(points).toMatch(/^Points by day: Monday 1 June 135, /)
})

test('a heading of a table says whether it is that of a column or of a row', async () => {
  const source = (await renderReport(aCompanyReport(), { compress: false })).toString('latin1')
  const headings = [...source.matchAll(/<<\s*\/S \/TH\s[\s\S]*?endobj/g)].map(([text]) => text)

  expect(headings.length).toBeGreaterThan(20)
  for (const heading of headings) expect(heading).toMatch(/\/O \/Table\s+\/Scope \/(Row|Column)/)
})

/** The pieces of the pages' drawing instructions that are outside of any tag or artifact. */
function findUntagged(source: string): string[] {
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, text = '']) => text)
  const pages = streams.filter((text) => /\bBDC\b/.test(text))
  expect(pages).toHaveLength(4)
  return pages.flatMap((page) => {
    let depth = 0
    return page.split('\n').filter((line) => {
      if (/\b(BDC|BMC)$/.test(line)) depth++
      if (line === 'EMC') depth--
      return depth === 0 && /(TJ|Tj|\bf|\bS|\bB)$/.test(line)
    })
  })
}

test('everything that is drawn has a tag or is marked as an artifact', async () => {
  for (const numbers of [aCompanyReport(), aChallengeReport()]) {
    expect(findUntagged((await renderReport(numbers, { compress: false })).toString('latin1'))).toEqual([])
  }
})

const embeddedFonts = (source: string) => [...source.matchAll(/\/FontName \/\w+\+([\w-]+)/g)].map(([, name]) => name)

const asInPdf = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('latin1')

test('text is found by search, what is not printed as it was typed is kept for readers, fonts are embedded', async () => {
  const bytes = await renderReport(aCompanyReport({ name: 'Kòrsou Łódź \u{10330}' }), { compress: false })
  const { text } = await readPdf(bytes)
  const source = bytes.toString('latin1')

  expect(text).toContain('Kòrsou Łódź ?')
  expect(text).toContain('Participation by day')
  expect(source).toContain(asInPdf('Kòrsou Łódź \u{10330}'))
  const fonts = embeddedFonts(source)
  expect(fonts.length).toBeGreaterThanOrEqual(4)
  // Fonts of other alphabets come only with a name that needs them.
  for (const font of fonts) expect(font).toMatch(/^(Figtree|BricolageGrotesque)/)
  expect(source.match(/\/FontFile2 /g)).toHaveLength(fonts.length)
})

test.each([
  ['Αθηναϊκή Εταιρεία', 'NotoSans'],
  ['Общество «Ветер»', 'NotoSans'],
  ['شركة الشمس المشرقة', 'NotoSansArabic'],
  ['חברת השמש', 'NotoSansHebrew'],
  ['บริษัท ไทย', 'NotoSansThai'],
  ['李明股份有限公司 張偉', 'ChocolateClassicalSans'],
  ['さくら株式会社', 'ChocolateClassicalSans'],
  ['김민수 주식회사', 'GowunDodum'],
  ['Team 🏃 🌊 🇨🇼', 'NotoEmoji'],
])('the name %s is printed in its letters and found by search', async (name, font) => {
  const bytes = await renderReport(aCompanyReport({ name }), { compress: false })
  const { text } = await readPdf(bytes)

  // The program that reads it here puts the words of a right-to-left name in another order.
  const letters = [...name].filter((letter) => letter !== ' ')
  const read = text.slice(text.indexOf('Wellness report'), text.indexOf('Team of 12 people'))
  expect(letters.filter((letter) => !read.includes(letter))).toEqual([])
  expect(read).not.toContain('?')
  expect(embeddedFonts(bytes.toString('latin1')).join()).toContain(font)
  expect(bytes.length).toBeLessThan(megabyte)
})

test('a name in Hindi is kept for readers as it was typed: some vowels are drawn before the letter they follow', async () => {
  const bytes = await renderReport(aCompanyReport({ name: 'हिम' }), { compress: false })
  const source = bytes.toString('latin1')

  expect(embeddedFonts(source)).toContain('NotoSans-Bold')
  expect(source).toContain(`/ActualText (${asInPdf('हिम').replaceAll('\t', '\\t')})`)
})

test('a company that is hidden or without points is told so, too many tasks are counted', async () => {
  const empty = await readPdf(await renderReport(aCompanyReport({ isEmpty: true, tasks: 0, hasField: false })))
  const many = await readPdf(await renderReport(aCompanyReport({ tasks: 80 })))

  expect(empty.text).toContain('Salt Works has no approved proof in this period yet.')
  expect(empty.text).toContain('The company has no rank')
  expect(empty.text).toContain('No task was open in this period.')
  expect(empty.text).toContain('fewer than 5 of them take part')
  expect(many.text).toMatch(/and \d+ more tasks: the CSV and JSON files/)
})

test('every definition is printed whole, above the foot of the page', async () => {
  for (const numbers of [aCompanyReport(), aChallengeReport()]) {
    const definitionsPage = (await readPdf(await renderReport(numbers))).pages.at(-1)
    const letters = (text = '') => text.replace(/\s/g, '')
    const names = Object.values(definitions).filter(({ sentence }) =>
      letters(definitionsPage?.text).includes(letters(sentence)),
    )
    expect(names.length).toBeGreaterThanOrEqual(8)
    for (const { formula } of names) expect(letters(definitionsPage?.text)).toContain(letters(formula))
    expect(definitionsPage?.text).not.toContain('…')
    expect(definitionsPage?.lowest).toBeGreaterThan(46)
  }
})

test('the day that is not over is called so far in charts and tables', async () => {
  const made = await readPdf(await renderReport(aChallengeReport({ isUnfinished: true })))
  const charts = made.pages.flatMap((page) => listTags(page.tags)).filter(({ role }) => role === 'Figure')

  expect(made.text).toContain('Sun 7 Jun, so far')
  for (const { alt } of charts) expect(alt).toContain('Sunday 7 June, so far ')
  expect((await readPdf(await renderReport(aChallengeReport()))).text).not.toContain('so far')
})
