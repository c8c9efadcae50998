import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Download } from './replies.ts'

type Value = string | number | boolean | null
type TextColumn<Row> = { heading: string; value: (row: Row) => Value }
type PhoneColumn<Row> = { heading: string; phone: (row: Row) => string }
/** Becomes two columns: the moment in UTC for programs, and on the clocks of the place for people. */
type TimeColumn<Row> = { heading: string; time: (row: Row) => Date | null }
export type Column<Row> = TextColumn<Row> | PhoneColumn<Row> | TimeColumn<Row>

/** So many are printed at a time: other requests are answered in between. */
const rowsAtOnce = 500

/** A table that a spreadsheet opens without running what people typed, whatever separator it expects. */
export function csvFile<Row>(
  fileName: string,
  timeZone: string,
  columns: Column<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Download {
  const printed = columns.flatMap((column) => toPrintedColumns(column, timeZone))
  return new Download(fileName, 'text/csv; charset=utf-8', Readable.from(print(printed, rows)))
}

async function* print<Row>(printed: PrintedColumn<Row>[], rows: Iterable<Row> | AsyncIterable<Row>) {
  // The mark makes Excel read UTF-8.
  let text = `\ufeff${printed.map(({ heading }) => formatText(heading)).join(',')}\r\n`
  let count = 0
  for await (const row of rows) {
    text += `${printed.map(({ format }) => format(row)).join(',')}\r\n`
    count += 1
    if (count % rowsAtOnce > 0) continue
    yield text
    text = ''
    await setImmediate()
  }
  yield text
}

type PrintedColumn<Row> = { heading: string; format: (row: Row) => string }

function toPrintedColumns<Row>(column: Column<Row>, timeZone: string): PrintedColumn<Row>[] {
  const { heading } = column
  if ('phone' in column) return [{ heading, format: (row) => formatPhone(column.phone(row)) }]
  if ('value' in column) return [{ heading, format: (row) => formatValue(column.value(row)) }]
  return [
    { heading: `${heading} (UTC)`, format: (row) => column.time(row)?.toISOString() ?? '' },
    { heading: `${heading} (${timeZone})`, format: (row) => formatLocalTime(column.time(row), timeZone) },
  ]
}

/** `2026-06-01 08:00:00`: spreadsheets of every language read it as a moment. */
function formatLocalTime(at: Date | null, timeZone: string): string {
  if (!at) return ''
  return localFormat(timeZone).format(at).replace(',', '')
}

const localFormats = new Map<string, Intl.DateTimeFormat>()

function localFormat(timeZone: string): Intl.DateTimeFormat {
  const known = localFormats.get(timeZone)
  if (known) return known
  // Sweden writes dates as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  localFormats.set(timeZone, format)
  return format
}

const noBreakSpace = '\u00a0'

/**
 * A spreadsheet takes `+599 912` or `0599` for a number and alters it. A no-break space in front keeps it text and shows
 * nothing; an apostrophe would be seen. Only for what can be nothing but a phone number.
 */
const formatPhone = (phone: string) =>
  /^\+?\d[\d ()./-]*$/.test(phone) ? `${noBreakSpace}${phone}` : formatText(phone)

function formatValue(value: Value): string {
  if (value === null) return ''
  return typeof value === 'string' ? formatText(value) : String(value)
}

function formatText(typed: string): string {
  const text = defuse(typed)
  const hasToBeQuoted = text !== typed || text !== text.trim() || /[",;\t\r\n]/.test(text)
  return hasToBeQuoted ? `"${text.replaceAll('"', '""')}"` : text
}

// A program that expects another separator begins a cell in the middle of ours, also behind spaces and quotes.
const formulaStart = /[=+\-@＝＋－＠﹢﹣﹦﹫−](?<=(?:^|[,;\t\r\n])[\s"]*.)/g

/** Typed signs that begin a formula get an apostrophe in front, wherever some spreadsheet would see the beginning of a cell. */
function defuse(text: string): string {
  const defused = text.replace(formulaStart, "'$&")
  return /^[\t\r\n]/.test(defused) ? `'${defused}` : defused
}
