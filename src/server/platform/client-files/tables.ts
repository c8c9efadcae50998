import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Built files of this and earlier releases, for open tabs and for nodes of another release. */
export const clientFiles = pgTable('client_files', {
  /** Contains a content hash, so a file of this name never changes. */
  name: text().primaryKey(),
  gzipped: bytea().notNull(),
  /** The last time that a release with this file ran. */
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
}).enableRLS()
