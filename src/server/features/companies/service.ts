import type {
  Company,
  CompanyChanges,
  exportCompanies,
  listCompanyRows,
  NewCompany,
} from '#contract/companies/endpoints.ts'
import { isReservedName, nameKey } from '#contract/companies/names.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { problems } from '#contract/problems.ts'
import * as auth from '#server/features/auth/service.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Db, Tx } from '#server/platform/database/client.ts'
import { brokenUniqueness } from '#server/platform/database/errors.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import type { Viewer } from '#server/platform/http/access.ts'
import { pageOf, parseListQuery } from '#server/platform/http/paging.ts'
import { csvFile } from '#server/platform/http/replies/csv.ts'
import { publish } from '#server/platform/live/publish.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import * as logos from './logos.ts'
import * as store from './store.ts'
import { changeTeamSize, listOpen } from './team-sizes/changes.ts'

export { eraseProfile, replaceContacts } from './erase-store.ts'
export { findOfficialPlace, isRanked, officialOrder, officialRank } from './official-rank-store.ts'

type Created = Required<NewCompany>

export async function create({ db, clock }: Platform, viewer: Viewer, profile: Created): Promise<store.Company> {
  if (viewer.companyId) throw new Problem('company-exists')
  refuseReserved(profile.name)
  const now = clock.now()
  const creation = db.transaction(async (tx) => {
    const company = await store.insert(tx, {
      ...profile,
      nameKey: nameKey(profile.name),
      logoUrl: profile.logoUrl || null,
      userId: viewer.userId,
      createdAt: now,
      updatedAt: now,
    })
    await store.insertSize(tx, sizeOf(company, viewer, now))
    await auth.linkCompany(tx, viewer.userId, company.id, now)
    await publish(tx, 'administrators', 'companies')
    await publish(tx, 'everyone', 'leaderboard')
    return company
  })
  return creation.catch(refuseDoubles)
}

export const nameOf = async ({ db }: Platform, id: string) => (await store.find(db, id))?.name

export const count = ({ db }: Pick<Platform, 'db'>) => store.count(db)

export const list = ({ db }: Platform) => store.all(db)

/** Answers `not-found` for another company's profile. */
export async function read({ db }: Platform, viewer: Viewer, id: string): Promise<store.Company> {
  const company = isOwnOrAdmin(viewer, id) ? await store.find(db, id) : undefined
  if (!company) throw new Problem('not-found')
  return company
}

export async function edit(
  platform: Platform,
  viewer: Viewer,
  id: string,
  { logoUrl: logo, teamSize: requestedSize, ...changes }: CompanyChanges,
): Promise<store.Company> {
  const { db, clock } = platform
  if (logo) await logos.prepare(platform, await read(platform, viewer, id), logo)
  if (!isOwnOrAdmin(viewer, id)) throw new Problem('not-found')
  const now = clock.now()
  const editing = db.transaction(async (tx) => {
    const before = await store.lock(tx, id)
    // The company may be erased while this edit waits for the lock.
    if (!before || (await store.isErased(tx, before))) throw new Problem('not-found')
    const isRenamed = changes.name !== undefined && changes.name !== before.name
    if (isRenamed && !viewer.isAdmin) refuseReserved(changes.name ?? '', before.name)
    const all = {
      ...changes,
      ...(logo === undefined ? {} : await logos.replace(tx, before, logo)),
      ...(requestedSize === undefined
        ? {}
        : { teamSize: await changeTeamSize(tx, platform, { viewer, company: before, requestedSize, now }) }),
    }
    const company = await store.update(tx, id, {
      ...all,
      ...(isRenamed ? { nameKey: nameKey(changes.name ?? '') } : {}),
      updatedAt: now,
    })
    if (company.teamSize !== before.teamSize) await store.insertSize(tx, sizeOf(company, viewer, now))
    if (viewer.isAdmin)
      await logAudit(tx, viewer, now, {
        action: 'edited company',
        ...auditSubject(company),
        ...difference(before, company, all),
      })
    await publish(tx, 'administrators', 'companies')
    if (looksDifferent(before, company)) await publish(tx, 'everyone', 'leaderboard')
    if (company.userId) await publish(tx, { user: company.userId }, `companies/${id}`)
    return { before, company }
  })
  const { before, company } = await editing.catch(refuseDoubles)
  await logos.removeUnused(platform, before, company)
  return company
}

/** The team sizes that counted, each with its start. */
export async function listSizes(platform: Platform, viewer: Viewer, id: string) {
  await read(platform, viewer, id)
  return store.sizes(platform.db, id)
}

/** Reads without an access check, for readers of the board made with these sizes. */
export const sizesOf = (db: Db, id: string) => store.sizes(db, id)

export async function table({ db }: Platform, query: QueryOf<typeof listCompanyRows>) {
  const listQuery = parseListQuery(query)
  return pageOf(listQuery, await store.rows(db, listQuery), (rows) => rows)
}

/** Finds by the company's id, or by the user's id where no profile exists yet. */
export async function readDetails(platform: Platform, id: string) {
  const row = await store.findRow(platform.db, id)
  if (!row) throw new Problem('not-found')
  const [teamSizeChange = null] = await listOpen(platform, id)
  return { ...row, teamSizeChange }
}

export async function exportTable(
  { db, clock, log, config }: Platform,
  actor: Actor,
  query: QueryOf<typeof exportCompanies>,
) {
  const { rows } = await store.rows(db, parseListQuery({ ...query, limit: 100_000 }))
  const ranks = await store.ranks(db)
  log.info({ event: 'export', what: 'companies', user: actor.userId }, 'export')
  await db.transaction((tx) => logAudit(tx, actor, clock.now(), { action: 'exported', subject: 'the company table' }))
  return csvFile<(typeof rows)[number]>(
    'companies.csv',
    config.timeZone,
    [
      { heading: 'Company Name', value: (row) => row.name },
      { heading: 'Contact Person', value: (row) => row.contactPersonName },
      { heading: 'Email', value: (row) => row.email },
      { heading: 'Login Email', value: (row) => row.loginEmail },
      { heading: 'Phone', phone: (row) => row.phone },
      { heading: 'Team Size', value: (row) => row.teamSize },
      { heading: 'Rank', value: (row) => ranks.get(row.id) ?? null },
      { heading: 'Points', value: (row) => row.totalPoints },
      { heading: 'Calories', value: (row) => row.totalCaloriesBurned },
      { heading: 'Status', value: statusText },
      { heading: 'Created', time: (row) => row.createdAt },
    ],
    rows,
  )
}

export async function resetPassword(platform: Platform, actor: Actor, id: string, password: string) {
  const { db, clock } = platform
  const row = await store.findRow(db, id)
  if (!row) throw new Problem('not-found')
  const hash = await auth.preparePassword(password, [row.name, row.loginEmail])
  const now = clock.now()
  await db.transaction(async (tx) => {
    await auth.resetPasswordOf(platform, tx, row.userId, hash, now)
    await logAudit(tx, actor, now, { action: 'reset the password of', ...auditSubject(row) })
  })
}

type Status = { hidden?: boolean; disabled?: boolean }

export async function setStatus({ db, clock }: Platform, actor: Actor, id: string, requested: Status) {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const before = await store.lockRow(tx, id)
    if (!before) throw new Problem('not-found')
    if (requested.hidden !== undefined && requested.hidden !== before.hidden) {
      if (!before.profileComplete) throw new Problem('not-found')
      await store.update(tx, id, { hiddenAt: requested.hidden ? now : null, updatedAt: now })
      await logAudit(tx, actor, now, {
        action: requested.hidden ? 'hid from the leaderboard' : 'showed on the leaderboard',
        ...auditSubject(before),
        before: { hidden: before.hidden },
        after: { hidden: requested.hidden },
      })
    }
    if (requested.disabled !== undefined && requested.disabled !== before.disabled) {
      await auth.setDisabled(tx, before.userId, requested.disabled, now)
      await logAudit(tx, actor, now, {
        action: requested.disabled ? 'disabled company' : 'enabled company',
        ...auditSubject(before),
        before: { disabled: before.disabled },
        after: { disabled: requested.disabled },
      })
    }
    await publish(tx, 'administrators', 'companies')
    await publish(tx, 'everyone', 'leaderboard')
    return (await store.findRow(tx, id)) ?? before
  })
}

/** Proofs call it: after a company's first proof, changes of its team size do not count at once. */
export const fixTeamSize = (tx: Tx, id: string, at: Date) => store.fixTeamSize(tx, id, at)

/** Only the ledger changes points. The rows stay locked until the transaction ends. */
export async function addPoints(tx: Tx, changes: store.PointsChange[]): Promise<store.Totals[]> {
  const changed = await store.addPoints(tx, changes)
  if (changes.some(({ companyId }) => !changed.some(({ id }) => id === companyId))) throw new Problem('not-found')
  return changed
}

/** Locks the totals until the transaction ends, for changes that depend on them. */
export async function lockTotals(tx: Tx, id: string): Promise<store.Company> {
  const company = await store.lock(tx, id)
  if (!company) throw new Problem('not-found')
  return company
}

export const setReachedAt = (tx: Tx, id: string, reachedAt: Date | null) => store.update(tx, id, { reachedAt })

const sizeOf = ({ id, teamSize }: store.Company, { userId }: Viewer, since: Date) => ({
  companyId: id,
  size: teamSize,
  since,
  changedBy: userId,
})

/** True when a field changed that the boards display beside the points. */
const looksDifferent = (before: store.Company, after: store.Company) =>
  (['name', 'logoUrl', 'brandingColor', 'teamSize'] as const).some((field) => before[field] !== after[field])

const statusText = (row: { profileComplete: boolean; hidden: boolean; disabled: boolean }) =>
  [!row.profileComplete && 'Profile incomplete', row.hidden && 'Hidden', row.disabled && 'Disabled']
    .filter(Boolean)
    .join(', ') || 'Active'

const isOwnOrAdmin = (viewer: Viewer, id: string) => viewer.isAdmin || viewer.companyId === id

const auditSubject = (company: { id: string; name: string }) => ({ subject: company.name, subjectId: company.id })

/** Keeps only changed fields, because people read audit entries. */
function difference(before: Company | store.Company, after: Company | store.Company, changes: Partial<Company>) {
  const keys = (Object.keys(changes) as (keyof Company)[]).filter((key) => before[key] !== after[key])
  const pick = (company: Company | store.Company) => Object.fromEntries(keys.map((key) => [key, company[key]]))
  return { before: pick(before), after: pick(after) }
}

/** Refuses reserved names; a company may respell a name that an organiser gave it. */
function refuseReserved(name: string, before?: string) {
  if (!isReservedName(name) || (before !== undefined && nameKey(before) === nameKey(name))) return
  throw new Problem('company-name-reserved', { fields: { name: problems['company-name-reserved'].sentence } })
}

/** Turns a unique violation into a problem: the index decides which company was first. */
function refuseDoubles(error: unknown): never {
  const index = brokenUniqueness(error)
  if (index === 'companies_user') throw new Problem('company-exists')
  if (index === 'companies_name_key') {
    throw new Problem('company-name-taken', { fields: { name: problems['company-name-taken'].sentence } })
  }
  if (index === 'companies_email') {
    throw new Problem('company-email-taken', { fields: { email: 'Another company already uses this email address' } })
  }
  throw error
}
