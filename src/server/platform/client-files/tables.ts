import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The built files of this release and of those before it, for tabs that an upgrade finds open and for nodes of another release. */
export const clientFiles = pgTable('client_files', {
  /** With a hash of its content: a file of this name never changes. */
  name: text().primaryKey(),
  gzipped: bytea().notNull(),
  /** When a release that has it was last running. */
  lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull(),
}).enableRLS()
