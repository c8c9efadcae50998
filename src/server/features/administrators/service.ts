import type { listAdministrators, listAuditEntries } from '#contract/administrators/endpoints.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import * as auth from '#server/features/auth/service.ts'
import * as door from '#server/features/door/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import { days, after as later } from '#server/platform/clock.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { pageOf, parseListQuery } from '#server/platform/http/paging.ts'
import { csvFile } from '#server/platform/http/replies/csv.ts'
import { publish } from '#server/platform/live/publish.ts'
import { post } from '#server/platform/mail/outbox.ts'
import { addressOf } from '#server/platform/mail/recipient.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { welcomeMail } from './mail.ts'
import * as store from './store.ts'

/** Lifetime of a temporary password. */
const temporary = days(7)

type NewAdministrator = { email: string; firstName: string; lastName: string; password: string }

export async function list({ db }: Platform, query: QueryOf<typeof listAdministrators>) {
  const listQuery = parseListQuery(query)
  return pageOf(listQuery, await store.list(db, listQuery), (rows) => rows)
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
    const maker = await store.find(tx, actor.userId)
    const by = (maker && addressOf(maker).name) ?? actor.email
    await post(tx, welcomeMail(user, by, config.publicUrl, token), now)
    const after = { email, firstName, lastName }
    await logAudit(tx, actor, now, { action: 'created administrator', subject: email, subjectId: user.id, after })
    await publish(tx, 'administrators', 'administrators')
    return { ...user, disabled: false }
  })
}

export async function setStatus({ db, clock }: Platform, actor: Actor, id: string, disabled: boolean) {
  if (id === actor.userId) throw new Problem('not-yourself')
  const now = clock.now()
  return db.transaction(async (tx) => {
    // Lock before counting: two administrators who disable each other must not leave none.
    await auth.lockAdministrators(tx)
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
    await logAudit(tx, actor, now, { action, subject: administrator.email, subjectId: id, ...change })
    await publish(tx, 'administrators', 'administrators')
    return { ...administrator, disabled }
  })
}

export async function exportList({ db, clock, config }: Platform, actor: Actor) {
  const { rows } = await store.list(db, { column: 'createdAt', descending: false, limit: 10_000, offset: 0 })
  await db.transaction((tx) =>
    logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the administrator table' }),
  )
  return csvFile<(typeof rows)[number]>(
    'administrators.csv',
    config.timeZone,
    [
      { heading: 'Name', value: (row) => [row.firstName, row.lastName].filter(Boolean).join(' ') },
      { heading: 'Email', value: (row) => row.email },
      { heading: 'Status', value: (row) => (row.disabled ? 'Disabled' : 'Active') },
      { heading: 'Created', time: (row) => row.createdAt },
    ],
    rows,
  )
}

export async function auditLog({ db }: Platform, query: QueryOf<typeof listAuditEntries>) {
  const listQuery = { ...parseListQuery(query), companyId: query.companyId }
  return pageOf(listQuery, await store.auditPage(db, listQuery), (rows) => rows)
}

export async function exportAuditLog({ db, clock, config }: Platform, actor: Actor) {
  await db.transaction((tx) => logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the audit log' }))
  const json = (value: unknown) => (value === null ? '' : JSON.stringify(value))
  return csvFile(
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
    store.readWholeLog(db, 1_000),
  )
}
