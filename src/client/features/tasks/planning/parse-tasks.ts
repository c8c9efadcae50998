import { instantOf } from '#client/platform/formats/dates.ts'
import { completeWebAddress } from '#client/platform/formats/web-address.ts'
import { NewTask } from '#contract/tasks/endpoints.ts'
import { findTimesProblem } from '#contract/tasks/rules.ts'
import { parseCells } from './spreadsheet.ts'

export const columns = [
  'title',
  'description',
  'pointsReward',
  'caloriesBurned',
  'opensAt',
  'closesAt',
  'youtubeUrl',
] as const
type ColumnName = (typeof columns)[number]

/** Recognized column headings; only the first word counts, for headings such as `Opens (Curacao)`. */
const headings: Record<string, ColumnName> = {
  title: 'title',
  task: 'title',
  description: 'description',
  points: 'pointsReward',
  calories: 'caloriesBurned',
  opens: 'opensAt',
  closes: 'closesAt',
  youtube: 'youtubeUrl',
  tutorial: 'youtubeUrl',
  video: 'youtubeUrl',
}

export type PlannedTask = {
  /** The typed text, for the preview. */
  title: string
  /** The request body; undefined for a row with errors. */
  body: NewTask | undefined
  opensAt: string | null
  closesAt: string | null
  errors: string[]
}

/** Parses every row to a task with its errors. An optional first row of headings sets the column order. */
export function parseTasks(text: string, now: Date): PlannedTask[] {
  const rows = parseCells(text)
  const named = rows[0]?.map((cell) => headings[cell.toLowerCase().split(/[^a-z]/)[0] ?? ''])
  const hasHeadings = named?.includes('title') ?? false
  const order = hasHeadings ? (named ?? []) : columns
  return rows.slice(hasHeadings ? 1 : 0).map((cells) => parseTask(cells, order, now))
}

function parseTask(cells: string[], order: readonly (ColumnName | undefined)[], now: Date): PlannedTask {
  // Exported files escape formulas with a leading apostrophe.
  const cellOf = (name: ColumnName) => (cells[order.indexOf(name)] ?? '').replace(/^'(?=[=+@-])/, '')
  const opensAt = parseMoment(cellOf('opensAt'), '00:00')
  const closesAt = parseMoment(cellOf('closesAt'), '23:59')
  const body = {
    title: cellOf('title'),
    description: cellOf('description'),
    youtubeUrl: completeWebAddress(cellOf('youtubeUrl')),
    pointsReward: numberIn(cellOf('pointsReward')),
    caloriesBurned: numberIn(cellOf('caloriesBurned')),
    opensAt: opensAt ?? null,
    closesAt: closesAt ?? null,
  }
  const parsed = NewTask.safeParse(body)
  const timesProblem = findTimesProblem(body, now)
  const errors = [
    ...(opensAt === undefined ? [`Opens: ${writeLikeThis}`] : []),
    ...(closesAt === undefined ? [`Closes: ${writeLikeThis}`] : []),
    ...(cells.length > order.length ? ['There are more cells than columns'] : []),
    ...(parsed.error?.issues.map(({ message }) => message) ?? []),
    ...(timesProblem ? [timesProblem] : []),
  ]
  return {
    title: body.title,
    opensAt: body.opensAt,
    closesAt: body.closesAt,
    errors: [...new Set(errors)],
    body: errors.length > 0 ? undefined : body,
  }
}

/** An empty cell means the default. Text becomes NaN, which the field's validation refuses. */
const numberIn = (cell: string) => (cell === '' ? undefined : Number(cell.replace(/[\s.,](?=\d{3}\b)/g, '')))

const writeLikeThis = 'write it like 2026-11-16 06:00'
const time = '(?:[T\\s,]+(\\d{1,2})[:.](\\d{2})(?:[:.]\\d{2})?)?'
const yearFirst = new RegExp(`^(\\d{4})-(\\d{1,2})-(\\d{1,2})${time}$`)
const dayFirst = new RegExp(`^(\\d{1,2})[./-](\\d{1,2})[./-](\\d{4})${time}$`)
const withOffset = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/

/** Parses a moment in the event's zone. Null for an empty cell, undefined for an invalid one. */
export function parseMoment(cell: string, otherwise: string): string | null | undefined {
  if (cell === '') return null
  if (withOffset.test(cell)) return Number.isNaN(Date.parse(cell)) ? undefined : new Date(cell).toISOString()
  const [, year, month, day, hour, minute] = yearFirst.exec(cell) ?? inYearOrder(dayFirst.exec(cell)) ?? []
  if (!year || !month || !day) return undefined
  const clock = hour && minute ? `${hour.padStart(2, '0')}:${minute}` : otherwise
  const local = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${clock}`
  // The round trip detects dates such as 31 June and times such as 25:00.
  const read = new Date(`${local}:00Z`)
  if (Number.isNaN(read.getTime()) || read.toISOString().slice(0, 16) !== local) return undefined
  return instantOf(local)
}

const inYearOrder = (found: RegExpExecArray | null) =>
  found && ([found[0], found[3], found[2], found[1], found[4], found[5]] as const)
