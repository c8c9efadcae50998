import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'
import { Problem } from '../errors/problem.ts'

/** The order of a list: never-null values in one direction; the last one is unique. */
export type Order = { by: readonly (AnyColumn | SQL)[]; descending?: boolean }

/** The requested page: `limit` rows after a position, or after `offset` rows. */
export type PageQuery = { limit: number; offset: number; position?: string[] }

/** The request for a list, in the terms of a store. */
export type ListQuery<Column extends string> = PageQuery & { q?: string; column: Column; descending: boolean }

export const orderBy = ({ by, descending }: Order): SQL[] => by.map((value) => (descending ? desc(value) : asc(value)))

/** A row's keyset position. As text, because a JavaScript date would lose the microseconds. */
export const positionIn = ({ by }: Order) => {
  const texts = by.map((value) => sql`(${value})::text`)
  return sql<string[]>`array[${sql.join(texts, sql`, `)}]`.as('position')
}

/** Keyset condition: the rows after a position. Unlike an offset, it is stable when earlier rows come or go. */
export function after({ by, descending }: Order, position: readonly string[] | undefined): SQL | undefined {
  if (!position) return undefined
  if (position.length !== by.length) throw new Problem('invalid-input', { fields: { cursor: 'Unknown cursor' } })
  const bounds = position.map((text) => sql`${text}`)
  return sql`(${sql.join([...by], sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(bounds, sql`, `)})`
}
