import { type AnyColumn, asc, desc, type SQL, sql } from 'drizzle-orm'
import { Problem } from '../errors/problem.ts'

/** The order of a list: values that are never null, the last of them unique, all in one direction. */
export type Order = { by: readonly (AnyColumn | SQL)[]; descending?: boolean }

/** Which page of a list is wanted: `limit` rows behind a position, or beyond `offset` others. */
export type PageQuery = { limit: number; offset: number; position?: string[] }

/** What a list is asked for, in the terms of a store. */
export type ListQuery<Column extends string> = PageQuery & { q?: string; column: Column; descending: boolean }

export const orderBy = ({ by, descending }: Order): SQL[] => by.map((value) => (descending ? desc(value) : asc(value)))

/** Where a row stands in its order. As text: a date of JavaScript would lose the microseconds. */
export const positionIn = ({ by }: Order) => {
  const texts = by.map((value) => sql`(${value})::text`)
  return sql<string[]>`array[${sql.join(texts, sql`, `)}]`.as('position')
}

/** The rows behind a position. Rows that come or go before it do not move the next page, as they would with an offset. */
export function after({ by, descending }: Order, position: readonly string[] | undefined): SQL | undefined {
  if (!position) return undefined
  if (position.length !== by.length) throw new Problem('invalid-input', { fields: { cursor: 'Unknown cursor' } })
  const bounds = position.map((text) => sql`${text}`)
  return sql`(${sql.join([...by], sql`, `)}) ${sql.raw(descending ? '<' : '>')} (${sql.join(bounds, sql`, `)})`
}
