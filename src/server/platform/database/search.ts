import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Normalizes text for search: no accents, lower case, so Alvarez finds Álvarez and sorts among the names with A.
 * PostgreSQL converts both sides, because its older versions lower fewer characters than JavaScript.
 */
export const toPlainText = (text: AnyColumn | SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`

/** True if one of the texts contains the typed text, including special characters. */
export const containing = (typed: string, ...texts: (AnyColumn | SQL)[]): SQL =>
  // Nobody types a line break, so no match spans two texts.
  containingPlain(typed, toPlainText(sql`concat_ws(e'\\n', ${sql.join(texts, sql`, `)})`))

/** The same for a column that stores plain text, for thousands of rows. */
export function containingPlain(typed: string, text: AnyColumn | SQL): SQL {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${text} like ${toPlainText(sql`${pattern}::text`)}`
}
