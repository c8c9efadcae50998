import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { Download } from './replies.ts'

type Value = string | number | boolean | null
type TextColumn<Row> = { heading: string; value: (row: Row) => Value }
type PhoneColumn<Row> = { heading: string; phone: (row: Row) => string }
/** Becomes two columns: UTC for programs, and local time for people. */
type TimeColumn<Row> = { heading: string; time: (row: Row) => Date | null }
export type Column<Row> = TextColumn<Row> | PhoneColumn<Row> | TimeColumn<Row>

/** Rows per batch; other requests are answered in between. */
const rowsAtOnce = 500

/** A CSV file that spreadsheets open without running typed formulas, with any separator. */
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
  // The byte order mark makes Excel read UTF-8.
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

/** `2026-06-01 08:00:00`: spreadsheets of every language parse it as a date and time. */
function formatLocalTime(at: Date | null, timeZone: string): string {
  if (!at) return ''
  return localFormat(timeZone).format(at).replace(',', '')
}

const localFormats = new Map<string, Intl.DateTimeFormat>()

function localFormat(timeZone: string): Intl.DateTimeFormat {
  const known = localFormats.get(timeZone)
  if (known) return known
  // The Swedish locale formats dates like ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  localFormats.set(timeZone, format)
  return format
}

const noBreakSpace = '\u00a0'

/**
 * Spreadsheets convert `+599 912` or `0599` to a number. An invisible no-break space in front keeps it text; an
 * apostrophe would be visible. Only for phone numbers.
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

// A program with another separator may start a cell inside ours, also after spaces and quotes.
const formulaStart = /[=+\-@＝＋－＠﹢﹣﹦﹫−](?<=(?:^|[,;\t\r\n])[\s"]*.)/g

/** Puts an apostrophe before formula signs wherever some spreadsheet may start a cell. */
function defuse(text: string): string {
  const defused = text.replace(formulaStart, "'$&")
  return /^[\t\r\n]/.test(defused) ? `'${defused}` : defused
}
