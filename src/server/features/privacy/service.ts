import type { Erasure, PersonalData } from '#contract/privacy/endpoints.ts'
import * as auth from '#server/features/auth/service.ts'
import * as companies from '#server/features/companies/service.ts'
import * as door from '#server/features/door/service.ts'
import * as uploads from '#server/features/files/service.ts'
import * as notifications from '#server/features/notifications/service.ts'
import * as points from '#server/features/points/service.ts'
import * as proofs from '#server/features/proofs/service.ts'
import * as registrations from '#server/features/registrations/service.ts'
import * as reports from '#server/features/reports/service.ts'
import { allowErasing, eraseEntries } from '#server/platform/audit/erase-entries.ts'
import { logAudit } from '#server/platform/audit/log-audit.ts'
import type { Tx } from '#server/platform/database/client.ts'
import { Problem } from '#server/platform/errors/problem.ts'
import { eraseAttempts } from '#server/platform/limits/limits.ts'
import { publish } from '#server/platform/live/publish.ts'
import { eraseMails, type MailsOf, removeMailFiles } from '#server/platform/mail/erase-mails.ts'
import type { Actor, Platform } from '#server/platform/platform.ts'
import { eraseSessionsOf } from '#server/platform/sessions/sessions.ts'
import { hasUnknown, listErased, writeErased } from './erased-list.ts'
import { readPersonalData } from './export-store.ts'
import * as store from './store.ts'

type By = Actor | 'command line'

/** Exports all data of the person and company behind an address, and of nobody else. */
export async function exportData({ db, clock }: Platform, by: By, email: string): Promise<PersonalData> {
  const now = clock.now()
  return db.transaction(async (tx) => {
    const behind = await store.findBehind(tx, email)
    const { userIds, companyIds, registrationIds } = idsOf(behind)
    const whose = { userIds, companyIds, registrationIds, mails: mailsOf(email, behind) }
    const data = await readPersonalData(tx, whose)
    const [subjectId] = [...companyIds, ...userIds, ...registrationIds]
    const subject = behind.companies[0]?.name ?? behind.accounts[0]?.email ?? 'an attendee'
    if (subjectId) await logAudit(tx, by, now, { action: 'exported the data of', subject, subjectId })
    const contactOf = behind.contactOf.map(({ name }) => ({ name }))
    return { email, exportedAt: now.toISOString(), contactOf, ...data }
  })
}

/**
 * Erases the person and company behind an address. Rows go in a single transaction, files afterwards; sweeps remove
 * files after a crash. Idempotent: a repeat or a concurrent second call finds nothing and reports so.
 */
export async function erase(platform: Platform, by: By | 'restore', email: string): Promise<Erasure> {
  const { files, reportIds, mails, ...counts } = await platform.db.transaction((tx) =>
    eraseRows(tx, by, email, platform.clock.now()),
  )
  await writeErased(platform)
  await uploads.removeForgotten(platform, files)
  await reports.removeExpired(platform, reportIds)
  await removeMailFiles(platform.config, mails)
  return { ...counts, files: files.length }
}

/** Finishes an interrupted restore, or adds missing entries to the erased list beside the archives. */
export async function keepErased(platform: Platform) {
  if (await hasUnknown(platform)) await eraseAgain(platform)
  else await writeErased(platform)
}

/**
 * Runs after a restore, before anybody has access: erases everyone again who was erased since the backup. Returns the
 * number of addresses.
 */
export async function eraseAgain(platform: Platform, archiveFolder?: string): Promise<number> {
  const { db, clock } = platform
  const erased = await listErased(platform, archiveFolder)
  const addresses = await store.listAddresses(db, erased)
  const left = addresses.filter((address) => !address.endsWith('@erased.invalid'))
  for (const address of left) await erase(platform, 'restore', address)
  // Record erasures last: a missing record makes `keepErased` retry.
  await db.transaction((tx) => store.insertErasures(tx, erased, clock.now()))
  await writeErased(platform)
  return left.length
}

async function eraseRows(tx: Tx, who: By | 'restore', email: string, now: Date) {
  const by = who === 'restore' ? 'command line' : who
  await store.lockErasing(tx)
  await auth.lockAdministrators(tx)
  const behind = await store.findBehind(tx, email)
  // A restore erases administrators too: another existed at the first erasure, and `npm run admin -- create` makes a
  // new one.
  if (who !== 'restore') await refuseAdministrator(tx, by, behind)
  await allowErasing(tx)
  const { userIds, companyIds } = idsOf(behind)
  const subject = pseudonymOf(companyIds[0], userIds[0])
  const mails = mailsOf(email, behind)

  // Sessions come first in the lock order, because uploads lock their session first.
  for (const id of userIds) await eraseSessionsOf(tx, id)
  const registrationIds = await registrations.eraseRegistrationsOf(tx, email, now)
  const companyParts = []
  for (const { id } of behind.companies) companyParts.push(await eraseCompany(tx, id, now))
  for (const { id, email: address } of behind.accounts) await eraseAccount(tx, id, address, now)
  const proofIds = companyParts.flatMap((part) => part.proofIds)
  if (userIds.length + companyIds.length > 0)
    await eraseEntries(tx, { userIds, subjectIds: [...userIds, ...companyIds, ...proofIds], pseudonym: subject })
  await companies.replaceContacts(
    tx,
    behind.contactOf.map(({ id }) => id),
    now,
  )
  const emails = await eraseMails(tx, mails)
  await eraseAttempts(tx, [email, ...mails.others, ...userIds])

  const ids = [...userIds, ...companyIds, ...registrationIds]
  await store.insertErasures(tx, ids.map(store.hashOf), now)
  const counts = {
    accounts: userIds.length,
    companies: companyIds.length,
    contacts: behind.contactOf.length,
    registrations: registrationIds.length,
    emails,
  }
  if (ids.length > 0)
    await logAudit(tx, by, now, { action: 'erased the data of', subject, subjectId: ids[0], after: counts })
  return {
    ...counts,
    mails,
    files: companyParts.flatMap((part) => part.files),
    reportIds: companyParts.flatMap((part) => part.reportIds),
  }
}

/** Uses the common lock order: proofs, drafts, files, company, days, account. */
async function eraseCompany(tx: Tx, id: string, now: Date) {
  await proofs.eraseDraftsOf(tx, id)
  const files = await uploads.eraseFilesOf(tx, id)
  await companies.lockTotals(tx, id)
  const proofIds = await proofs.eraseProofsOf(tx, id, now)
  await points.eraseReasons(tx, id)
  await notifications.eraseNotificationsOfCompany(tx, id)
  const reportIds = await reports.expireReportsOf(tx, id)
  await companies.eraseProfile(tx, id, pseudonymOf(id), now)
  await publish(tx, 'administrators', 'companies', 'proofs', 'reports')
  await publish(tx, 'everyone', 'leaderboard')
  return { proofIds, files, reportIds }
}

async function eraseAccount(tx: Tx, id: string, email: string, now: Date) {
  await door.revokePassesOf(tx, id, now)
  await door.eraseScanner(tx, email, pseudonymOf(undefined, id))
  await notifications.eraseNotificationsOf(tx, id)
  await auth.eraseAccount(tx, id, now)
  await publish(tx, 'administrators', 'administrators', 'companies')
}

/** Refuses to erase the last administrator, because nobody else could give access again. */
async function refuseAdministrator(tx: Tx, by: By, { accounts }: store.Behind) {
  if (typeof by !== 'string' && accounts.some(({ id }) => id === by.userId)) throw new Problem('erase-yourself')
  const active = accounts.filter(({ isAdmin, disabledAt }) => isAdmin && !disabledAt)
  if (active.length > 0 && (await auth.countActiveAdministrators(tx)) <= active.length)
    throw new Problem('erase-last-administrator')
}

const idsOf = (behind: store.Behind) => ({
  userIds: behind.accounts.map(({ id }) => id),
  companyIds: behind.companies.map(({ id }) => id),
  registrationIds: behind.registrations.map(({ id }) => id),
})

/**
 * Emails to the company's other addresses count, except registration emails: the owners of these addresses may attend
 * events too.
 */
const mailsOf = (address: string, { accounts, companies: profiles }: store.Behind): MailsOf => ({
  address,
  others: [...accounts, ...profiles].map(({ email }) => email).filter((email) => email !== address),
  keptTemplates: registrations.mailTemplates,
})

/** Derives the pseudonym from the id, so entries of the same company or account stay together. */
function pseudonymOf(companyId: string | undefined, userId?: string): string {
  if (companyId) return `Erased company ${companyId.slice(0, 8)}`
  return userId ? `Erased account ${userId.slice(0, 8)}` : 'Erased attendee'
}
