import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from './csv.ts'
import type { Download } from './replies.ts'

/** As spreadsheets read: a quote is one only at the beginning of a cell, and what follows its end belongs to the cell. */
function parseCsv(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let state: 'begin' | 'quoted' | 'plain' = 'begin'
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (state === 'quoted') {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') cell += text[++at]
      else state = 'plain'
    } else if (sign === '"' && state === 'begin') {
      state = 'quoted'
    } else if (sign === separator || sign === '\n' || sign === '\r') {
      row.push(cell)
      cell = ''
      state = 'begin'
      if (sign === separator) continue
      rows.push(row)
      row = []
      if (sign === '\r' && text[at + 1] === '\n') at++
    } else {
      cell += sign
      state = 'plain'
    }
  }
  return cell || row.length > 0 ? [...rows, [...row, cell]] : rows
}

const printed = ({ body }: Download) => text(body as Readable)

const bodyOf = async (values: string[][], phones: string[] = []) => {
  const columns = (values[0] ?? []).map((_, at) => ({
    heading: `H${at}`,
    value: (row: { cells: string[] }) => row.cells[at] ?? '',
  }))
  const rows = values.map((cells, at) => ({ cells, phone: phones[at] ?? '' }))
  const phone = { heading: 'Phone', phone: (row: { phone: string }) => row.phone }
  return (await printed(csvFile('x.csv', 'UTC', [...columns, phone], rows))).slice(1)
}

const live = (cell: string) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell)
const phoneOnly = (cell: string) => /^\u00a0\+?[\d ()./-]+$/.test(cell)

const sign = fc.constantFrom(...'=+-@＝＋－＠,;\t\r\n"\' x1')
const typed = fc.oneof(
  fc.array(sign, { maxLength: 8 }).map((signs) => signs.join('')),
  fc.string(),
)

test.each([',', ';', '\t'])('nothing typed begins a formula where cells end at %j', async (separator) => {
  const tables = fc.array(fc.tuple(typed, typed, typed), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(tables, fc.array(typed, { maxLength: 3 }), async (table, phones) => {
      const cells = parseCsv(await bodyOf(table, phones), separator).flat()
      expect(cells.filter((cell) => live(cell) && !phoneOnly(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

test('no cell begins with a control character', async () => {
  await fc.assert(
    fc.asyncProperty(typed, async (value) => {
      expect(parseCsv(await bodyOf([[value]]), ',')[1]?.[0]).not.toMatch(/^[\t\r\n]/)
    }),
  )
})

test('what was typed is in its cell, with nothing but apostrophes added', async () => {
  await fc.assert(
    fc.asyncProperty(typed, typed, async (first, second) => {
      const [, row = []] = parseCsv(await bodyOf([[first, second]]), ',')
      expect(row.map((cell) => cell.replaceAll("'", ''))).toEqual([
        ...[first, second].map((cell) => cell.replaceAll("'", '')),
        '',
      ])
    }),
  )
})

test.each([
  ['x;=1+1', `"x;'=1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['a\n@b', `"a\n'@b"`],
  ['x;"=1+1"', `"x;""'=1+1"""`],
  ['Ada - the first', 'Ada - the first'],
  ["O'Brien", "O'Brien"],
  ['a;b', '"a;b"'],
])('%j is written as %s', async (value, cell) => {
  expect(await bodyOf([[value]])).toBe(`H0,Phone\r\n${cell},\r\n`)
})

test.each(['+59991234567', '0599 912-34', '+1 (599) 912.34'])(
  'the phone number %s is text without an apostrophe',
  async (phone) => {
    expect(await bodyOf([['x']], [phone])).toBe(`H0,Phone\r\nx,\u00a0${phone}\r\n`)
  },
)

test.each(['=1+1', '+1;=1', '-1', '+599 x'])('%s is no phone number and is defused as any text', async (phone) => {
  expect(parseCsv(await bodyOf([['x']], [phone]), ',')[1]?.[1]).toMatch(/^'/)
})

test('a moment is written in UTC and on the clocks of the place, whose zone is named', async () => {
  const at = new Date('2026-06-01T02:03:04.000Z')
  const column = { heading: 'Created', time: (row: { at: Date | null }) => row.at }
  expect(await printed(csvFile('x.csv', 'America/Curacao', [column], [{ at }, { at: null }]))).toBe(
    '\ufeffCreated (UTC),Created (America/Curacao)\r\n2026-06-01T02:03:04.000Z,2026-05-31 22:03:04\r\n,\r\n',
  )
})
