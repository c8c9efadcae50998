import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Jobs for later: once, or repeatedly for kinds with an interval. */
export const jobs = pgTable(
  'jobs',
  {
    /** The job kind, as in the list of handlers. */
    kind: text().notNull(),
    /** The subject, for instance an id. A waiting job is not queued twice. */
    key: text().notNull().default(''),
    /** Due jobs with a lower number go first. */
    priority: integer().notNull().default(0),
    runAt: moment('run_at').notNull(),
    /** Counts the requests for this job: another one during a run makes it run again. */
    requests: integer().notNull().default(1),
    /** Attempts since the last success, counted at their beginning. */
    attempts: integer().notNull().default(0),
    /** The request that queued it, for the log (docs/decisions/0027); null without a request. */
    requestId: text('request_id'),
    /** A new id per attempt. The job is free after `leased_until` by the database's clock. */
    leaseId: text('lease_id'),
    leasedUntil: moment('leased_until'),
    lastError: text('last_error'),
    lastSucceededAt: moment('last_succeeded_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] }), index('jobs_due').on(table.priority, table.runAt)],
).enableRLS()
