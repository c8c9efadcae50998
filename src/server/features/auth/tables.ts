import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { CompanyDraft } from '#contract/auth/endpoints.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Stored trimmed and lower-case, so that the index makes it unique whatever was typed. */
    email: text().notNull(),
    password: text().notNull(),
    /** When a temporary password, which somebody else chose, stops working. */
    passwordExpiresAt: moment('password_expires_at'),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    isAdmin: boolean('is_admin').notNull().default(false),
    /** Duplicates `companies.userId`, so that every request reads one row only. */
    companyId: uuid('company_id'),
    /** When its owner opened the link of the welcome email; nothing waits for it. */
    emailConfirmedAt: moment('email_confirmed_at'),
    draft: jsonb().$type<CompanyDraft>(),
    disabledAt: moment('disabled_at'),
    /** When the row was anonymised; it stays for records that refer to it (docs/decisions/0057). */
    erasedAt: moment('erased_at'),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('users_email').on(table.email),
    index('users_admins').on(table.createdAt, table.id).where(sql`${table.isAdmin}`),
  ],
).enableRLS()

/** Mailed or printed links that work once. Only their hash is kept. */
export const oneTimeLinks = pgTable(
  'one_time_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text().$type<'first-administrator' | 'new-password' | 'confirm-address' | 'doctor'>().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [index('one_time_links_user').on(table.userId), index('one_time_links_expires_at').on(table.expiresAt)],
).enableRLS()
