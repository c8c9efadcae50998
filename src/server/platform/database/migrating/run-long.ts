import type pg from 'pg'

/** The longest delay of a timer, in milliseconds. */
const longest = 2 ** 31 - 1

/** A statement without the product's timeout of seconds. */
export const runLong = (client: pg.ClientBase, text: string, values?: unknown[]) =>
  client.query({ text, values, query_timeout: longest } as pg.QueryConfig)
