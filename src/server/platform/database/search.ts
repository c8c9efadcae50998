import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Normalizes text for search: no accents, lower case, so Alvarez finds Álvarez and sorts among the names with A.
 * PostgreSQL converts both sides, because its older versions lower fewer characters than JavaScript.
 */
export const toPlainText = (text: AnyColumn | SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`

/** The same for a column that is cheap to read three times: ASCII needs no normalization, which is most of the work. */
export const toPlainTextQuickly = (text: AnyColumn | SQL.Aliased): SQL =>
  sql`case when octet_length(${text}) = char_length(${text}) then lower(${text}) else ${toPlainText(sql`${text}`)} end`

/** True if one of the texts contains the typed text, including special characters. */
export const containing = (typed: string, ...texts: (AnyColumn | SQL)[]): SQL =>
  // Nobody types a line break, so no match spans two texts.
  containingPlain(typed, toPlainText(sql`concat_ws(e'\\n', ${sql.join(texts, sql`, `)})`))

/** The same for a column that stores plain text, for thousands of rows. */
export function containingPlain(typed: string, text: AnyColumn | SQL): SQL {
  return sql`${text} like ${patternOf(`%${escaped(typed)}%`)}`
}

/** Orders matches in plain text: first texts that begin with the typed text, then those with a word that does. */
export const closeness = (typed: string, plain: AnyColumn | SQL): SQL =>
  sql`case when ${plain} like ${patternOf(`${escaped(typed)}%`)} then 0 when ${plain} like ${patternOf(`% ${escaped(typed)}%`)} then 1 else 2 end`

const patternOf = (pattern: string) => toPlainText(sql`${pattern}::text`)
const escaped = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')
