import type pg from 'pg'

/** In milliseconds: what a timer can hold. */
const longest = 2 ** 31 - 1

/** A statement whose answer is waited for as long as it takes: connections of the product give up after seconds. */
export const runLong = (client: pg.ClientBase, text: string, values?: unknown[]) =>
  client.query({ text, values, query_timeout: longest } as pg.QueryConfig)
