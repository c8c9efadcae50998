import { z } from 'zod'
import type { PageQuery } from '../database/keyset.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { ListReply } from './replies/replies.ts'

type PageInput = { limit: number; cursor?: string }
type ColumnOf<Sort extends string> = Sort extends `-${infer Column}` ? Column : Sort

/** A cursor is the last position of the previous page, or the number of rows to skip. */
export function parsePageQuery({ limit, cursor = '0' }: PageInput): PageQuery {
  return /^\d+$/.test(cursor)
    ? { limit, offset: Number(cursor) }
    : { limit, offset: 0, position: decodeCursor(cursor, positionShape) }
}

export function parseListQuery<Sort extends string>(query: PageInput & { q?: string; sort: Sort }) {
  const column = query.sort.replace(/^-/, '') as ColumnOf<Sort>
  return { ...parsePageQuery(query), q: query.q || undefined, column, descending: query.sort.startsWith('-') }
}

/** One page with its total and the next cursor. `rows` contain one extra row if there is a next page. */
export async function pageOf<Row extends { position: string[] }, Item>(
  { limit }: PageQuery,
  { rows, total }: { rows: Row[]; total: number },
  toReplies: (rows: Row[]) => Item[] | Promise<Item[]>,
): Promise<ListReply<Item>> {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return new ListReply(await toReplies(page), total, last && encodeCursor(last.position))
}

// PostgreSQL stores no NUL, and compares with none.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const positionShape = z.array(z.string().regex(/^[^\u0000]*$/)).max(5)
