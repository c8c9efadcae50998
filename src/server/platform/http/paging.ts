import { z } from 'zod'
import type { PageQuery } from '../database/keyset.ts'
import { Problem } from '../errors/problem.ts'
import { ListReply } from './replies.ts'

type Asked = { limit: number; cursor?: string }
type ColumnOf<Sort extends string> = Sort extends `-${infer Column}` ? Column : Sort

/** A cursor is the position that the page before ended with, or the number of rows to skip. */
export function parsePageQuery({ limit, cursor = '0' }: Asked): PageQuery {
  return /^\d+$/.test(cursor) ? { limit, offset: Number(cursor) } : { limit, offset: 0, position: decode(cursor) }
}

export function parseListQuery<Sort extends string>(query: Asked & { q?: string; sort: Sort }) {
  const column = query.sort.replace(/^-/, '') as ColumnOf<Sort>
  return { ...parsePageQuery(query), q: query.q || undefined, column, descending: query.sort.startsWith('-') }
}

/** One page with its total and where the next one starts. `rows` hold one more than asked for if there is a next page. */
export async function pageOf<Row extends { position: string[] }, Item>(
  { limit }: PageQuery,
  { rows, total }: { rows: Row[]; total: number },
  toReplies: (rows: Row[]) => Item[] | Promise<Item[]>,
): Promise<ListReply<Item>> {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return new ListReply(await toReplies(page), total, last && encode(last.position))
}

const encode = (position: string[]) => Buffer.from(JSON.stringify(position)).toString('base64url')

// PostgreSQL stores no NUL, and compares with none.
// biome-ignore lint/suspicious/noControlCharactersInRegex: NUL is exactly what is looked for
const positionShape = z.array(z.string().regex(/^[^\u0000]*$/)).max(5)

function decode(cursor: string): string[] {
  try {
    return positionShape.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch {
    throw new Problem('invalid-input', { sentence: 'Unknown cursor', fields: { cursor: 'Unknown cursor' } })
  }
}
