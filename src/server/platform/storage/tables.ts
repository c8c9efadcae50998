import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** The local folder with this database's files: one row at most. */
export const filesFolder = pgTable(
  'files_folder',
  {
    only: boolean().primaryKey().default(true),
    identity: text().notNull(),
    since: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [check('files_folder_only', sql`${table.only}`)],
).enableRLS()
