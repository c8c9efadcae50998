import { sql } from 'drizzle-orm'
import { index, json, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export type SessionData = { userId: string; startedAt: string }

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the cookie's value: whoever reads this table cannot sign in with it. */
    sid: text().primaryKey(),
    sess: json().$type<SessionData>().notNull(),
    expire: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_expire').on(table.expire), index('sessions_user').on(sql`(${table.sess} ->> 'userId')`)],
)
