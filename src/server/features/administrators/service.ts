import type { Page } from '#contract/common.ts'
import * as auth from '#server/features/auth/service.ts'
import * as door from '#server/features/door/service.ts'
import { record } from '#server/platform/audit/record.ts'
import { days, after as later } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { csv } from '#server/platform/http/csv.ts'
import { asked, listed } from '#server/platform/http/paging.ts'
import { publish } from '#server/platform/live/publish.ts'
import { post } from '#server/platform/mail/outbox.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { welcomeMail } from './mail.ts'
import * as store from './store.ts'

/** How long a password that somebody else chose works. */
const temporary = days(7)

type NewAdministrator = { email: string; firstName: string; lastName: string; password: string }

export async function list({ db }: Platform, page: Page) {
  const wish = asked(page, store.administratorOrders, 'createdAt')
  const { found, total } = await store.list(db, wish)
  return listed(wish, found, total)
}

export async function create({ db, clock, config }: Platform, actor: Actor, person: NewAdministrator) {
  const { email, firstName, lastName } = person
  const password = await auth.preparePassword(person.password, [email, firstName, lastName])
  const now = clock.now()
  return db.transaction(async (tx) => {
    const passwordExpiresAt = later(now, temporary)
    const user = await auth.createUser(
      tx,
      { email, firstName, lastName, password, passwordExpiresAt, isAdmin: true },
      now,
    )
    const token = await auth.createPasswordLink(tx, user.id, temporary, now)
    await post(tx, welcomeMail(user, actor.email, config.publicUrl, token), now)
    const after = { email, firstName, lastName }
    await record(tx, actor, now, { action: 'created administrator', subject: email, subjectId: user.id, after })
    await publish(tx, 'administrators', 'administrators')
    return { ...user, disabled: false }
  })
}

export async function setStanding({ db, clock }: Platform, actor: Actor, id: string, disabled: boolean) {
  if (id === actor.userId) throw new Problem('not-yourself')
  const now = clock.now()
  return db.transaction(async (tx) => {
    // Held before counting: two administrators disabling each other must not leave none.
    await auth.holdAdministrators(tx)
    const administrator = await store.find(tx, id)
    if (!administrator) throw new Problem('not-found')
    if (administrator.disabled === disabled) return administrator
    if (disabled && (await auth.countActiveAdministrators(tx)) <= 1) throw new Problem('last-administrator')
    await auth.setDisabled(tx, id, disabled, now)
    const action = disabled ? 'disabled administrator' : 'enabled administrator'
    const revokedDoorLinks = disabled ? await door.revokePassesOf(tx, id, now) : 0
    const change = {
      before: { disabled: !disabled },
      after: { disabled, ...(revokedDoorLinks > 0 ? { revokedDoorLinks } : {}) },
    }
    await record(tx, actor, now, { action, subject: administrator.email, subjectId: id, ...change })
    await publish(tx, 'administrators', 'administrators')
    return { ...administrator, disabled }
  })
}

export async function exportList({ db, clock, config }: Platform, actor: Actor) {
  const { found } = await store.list(db, asked({}, store.administratorOrders, 'createdAt'))
  await db.transaction((tx) =>
    record(tx, actor, clock.now(), { action: 'exported', subject: 'the administrator table' }),
  )
  return csv<(typeof found)[number]>(
    'administrators.csv',
    config.timeZone,
    [
      { heading: 'Name', value: (row) => [row.firstName, row.lastName].filter(Boolean).join(' ') },
      { heading: 'Email', value: (row) => row.email },
      { heading: 'Status', value: (row) => (row.disabled ? 'Disabled' : 'Active') },
      { heading: 'Created', time: (row) => row.createdAt },
    ],
    found,
  )
}

export async function auditLog({ db }: Platform, page: Page) {
  const wish = asked({ limit: 50, ...page }, ['at'], 'at')
  const { found, total } = await store.auditPage(db, wish)
  return listed(wish, found, total)
}

export async function exportAuditLog({ db, clock, config }: Platform, actor: Actor) {
  const { found } = await store.auditPage(db, { ...asked({}, ['at'], 'at'), limit: 100_000 })
  await db.transaction((tx) => record(tx, actor, clock.now(), { action: 'exported', subject: 'the audit log' }))
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))
  return csv<(typeof found)[number]>(
    'activity.csv',
    config.timeZone,
    [
      { heading: 'When', time: (row) => row.at },
      { heading: 'Who', value: (row) => row.actor },
      { heading: 'Did', value: (row) => row.action },
      { heading: 'On', value: (row) => row.subject },
      { heading: 'Before', value: (row) => json(row.before) },
      { heading: 'After', value: (row) => json(row.after) },
    ],
    found,
  )
}
