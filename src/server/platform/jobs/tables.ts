import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Work that some process does later: once, or again and again where its kind has an interval. */
export const jobs = pgTable(
  'jobs',
  {
    /** What is to be done, as it is named where the handlers are listed. */
    kind: text().notNull(),
    /** What it is done to, for instance an id. A job that waits already is not put in twice. */
    key: text().notNull().default(''),
    /** The lower number goes first among those that are due. */
    priority: integer().notNull().default(0),
    runAt: moment('run_at').notNull(),
    /** Counts how often it was asked for: once more while it runs means that it runs again. */
    requests: integer().notNull().default(1),
    /** Since the last success. Counted when an attempt begins. */
    attempts: integer().notNull().default(0),
    /** The request that asked for it, for the log (docs/decisions/0027); null where nobody did. */
    requestId: text('request_id'),
    /** A new one for every attempt; until when, by the database's clock, nobody else may begin. */
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    lastError: text('last_error'),
    lastSucceededAt: moment('last_succeeded_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('jobs_due').on(table.priority, table.runAt)],
).enableRLS()
