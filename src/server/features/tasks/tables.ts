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
    /** Companies see the task from `opensAt` on and can hand in proofs until `closesAt`; null means no limit. */
    opensAt: moment('opens_at'),
    closesAt: moment('closes_at'),
    /** The last change of a closing time that companies could see, and the closing time before it. */
    closingChangedAt: moment('closing_changed_at'),
    previousClosesAt: moment('previous_closes_at'),
    /** When all companies had the opening email, and the closing time of which all were reminded. */
    openingMailedAt: moment('opening_mailed_at'),
    closingMailedFor: moment('closing_mailed_for'),
    createdAt: moment('created_at').notNull(),
    /** Set for a task that is no longer offered but has proofs and points. */
    archivedAt: moment('archived_at'),
  },
  (table) => [
    index('tasks_date').on(table.date.desc(), table.id.desc()),
    check('tasks_closes_after_opening', sql`${table.closesAt} > ${table.opensAt}`),
  ],
).enableRLS()
