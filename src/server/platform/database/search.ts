import { type AnyColumn, type SQL, sql } from 'drizzle-orm'

/**
 * Letters as people look them up, without accents and in one case: whoever types Alvarez finds Álvarez, which stands among the
 * names with A. By PostgreSQL on both sides, since older ones lower fewer letters than we do.
 */
export const toPlainText = (text: AnyColumn | SQL): SQL =>
  sql`lower(regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g'))`

/** Whether one of the texts contains what was typed, signs included. */
export const containing = (typed: string, ...texts: (AnyColumn | SQL)[]): SQL =>
  // Nobody types a line break, so nothing is found across two texts.
  containingPlain(typed, toPlainText(sql`concat_ws(e'\\n', ${sql.join(texts, sql`, `)})`))

/** The same for what is plain already: a column that is kept so, where there are thousands of rows. */
export function containingPlain(typed: string, text: AnyColumn | SQL): SQL {
  const pattern = `%${typed.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${text} like ${toPlainText(sql`${pattern}::text`)}`
}
