import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const tasks = pgTable(
  'tasks',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    description: text(),
    youtubeUrl: text('youtube_url'),
    pointsReward: integer('points_reward').notNull().default(10),
    caloriesBurned: integer('calories_burned').notNull().default(50),
    date: moment('date').notNull(),
    /** Hidden from companies before the first, closed to proofs from the second on; null: no limit. */
    opensAt: moment('opens_at'),
    closesAt: moment('closes_at'),
    /** The last change of the closing moment that companies could see, and what it was before. */
    closingChangedAt: moment('closing_changed_at'),
    previousClosesAt: moment('previous_closes_at'),
    /** When every company had been emailed that it opened, and about which closing moment all of them were reminded. */
    openingMailedAt: moment('opening_mailed_at'),
    closingMailedFor: moment('closing_mailed_for'),
    createdAt: moment('created_at').notNull(),
    /** No longer offered, but proofs and points hang on it. */
    archivedAt: moment('archived_at'),
  },
  (table) => [
    index('tasks_date').on(table.date.desc(), table.id.desc()),
    check('tasks_closes_after_opening', sql`${table.closesAt} > ${table.opensAt}`),
  ],
).enableRLS()
