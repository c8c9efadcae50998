import { sql } from 'drizzle-orm'
import { index, json, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { SessionEndReason } from '#contract/sessions.ts'

type SessionData = { userId: string; startedAt: string }

export const sessions = pgTable(
  'sessions',
  {
    /** A hash of the cookie's value, so a reader of this table cannot sign in with it. */
    sid: text().primaryKey(),
    sess: json().$type<SessionData>().notNull(),
    expire: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_expire').on(table.expire), index('sessions_user').on(sql`(${table.sess} ->> 'userId')`)],
).enableRLS()

/** Sessions that another person ended, so the holder of the cookie gets the reason. */
export const endedSessions = pgTable(
  'ended_sessions',
  {
    sid: text().primaryKey(),
    userId: uuid('user_id').notNull(),
    reason: text().$type<SessionEndReason>().notNull(),
    expire: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('ended_sessions_expire').on(table.expire), index('ended_sessions_user').on(table.userId)],
).enableRLS()
