import { index, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

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
    createdAt: moment('created_at').notNull(),
    /** No longer offered, but proofs and points hang on it. */
    archivedAt: moment('archived_at'),
  },
  (table) => [index('tasks_date').on(table.date.desc(), table.id.desc())],
)
