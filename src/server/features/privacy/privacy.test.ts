import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { address, marker, withPlanted } from '#server/testing/data/planted-person.ts'
import { findMarker, listTextColumns } from '#server/testing/database/find-marker.ts'
import { startWorld } from '#server/testing.ts'
import { verifyTotals } from '#server/verify-totals.ts'
import { erase } from './service.ts'

/** What holds no words about people, each with why. */
const withoutPeople: Record<string, string> = {
  'attempts.key': 'a hash',
  'audit_entries.action': 'words of the product',
  'audit_entries.subject_id': 'an id',
  'capture_guests.device_hash': 'a hash',
  'capture_links.token_hash': 'a hash',
  'companies.branding_color': 'a colour',
  'company_days_zone.time_zone': 'a setting',
  'client_files.gzipped': 'a file of the build',
  'client_files.name': 'a file of the build',
  'door_passes.label': 'a word of organisers for a link',
  'door_passes.secret_hash': 'a hash',
  'door_scans.gate': 'an entrance',
  'door_scans.result': 'a state',
  'ended_sessions.reason': 'a state',
  'ended_sessions.sid': 'a hash',
  'erasures.id_hash': 'a hash',
  'event_registrations.code': 'random',
  'event_registrations.notice_version': 'a version',
  'event_registrations.source_hash': 'a hash',
  'event_registrations.status': 'a state',
  'files_folder.identity': 'random',
  'gate_counts.gate': 'an entrance',
  'idempotency_keys.fingerprint': 'a hash',
  'idempotency_keys.id': 'a hash',
  'idempotency_keys.reply': 'encrypted with a key that only the device has, and gone after a day',
  'jobs.last_error': 'the root of an error, never the values of a query',
  'jobs.request_id': 'the id of a request',
  'maintenance.sentence': 'a sentence of operators',
  'notification_choices.kind': 'a state',
  'notifications.kind': 'a state',
  'one_time_links.purpose': 'a state',
  'one_time_links.token_hash': 'a hash',
  'outbox.state': 'a state',
  'outbox.template': 'words of the product',
  'point_entries.kind': 'a state',
  'push_devices.sid': 'a hash',
  'push_messages.kind': 'a state',
  'reports.kind': 'a state',
  'reports.state': 'a state',
  'rejection_days.reason': 'words of the review screen',
  'sessions.sess': 'an id',
  'sessions.sid': 'a hash',
  'team_size_changes.status': 'a state',
  'task_proofs.content_type': 'a state',
  'task_proofs.content_urls': 'random',
  'task_proofs.first_decision': 'a state',
  'task_proofs.notice_version': 'a version',
  'task_proofs.rejection_reasons': 'words of the review screen',
  'task_proofs.status': 'a state',
  'proof_draft_files.path': 'random',
  'proof_drafts.content_type': 'a state',
  'unsubscribe_links.kind': 'a state',
  'unsubscribe_links.token_hash': 'a hash',
  'uploads.grant_hash': 'a hash',
  'uploads.lease_id': 'random',
  'uploads.parts_id': 'random',
  'uploads.path': 'random',
  'uploads.picture_sha256': 'a hash',
  'uploads.purpose': 'a state',
  'uploads.session_id': 'a hash',
  'uploads.sha256': 'a hash',
  'uploads.state': 'a state',
  'uploads.type': 'a state',
  'uploads.video_codec': 'a state',
  'users.password': 'a hash',
  'attendee_notices.kind': 'a state',
  'attendee_notices.subject': 'an id or a date',
}
/** Of the organisers: what they set and write for everybody. */
const ofOrganisers = [
  'tasks',
  'events',
  'event_moves',
  'event_messages',
  'leaderboard_settings',
  'push_keys',
  'schema_migrations',
]

test('who is erased is found nowhere: in no table, no file and no email', { timeout: 120_000 }, async () => {
  const { admin, db, platform, filesFolder, outboxFolder, company, path } = await withPlanted()
  const planted = new Set(await findMarker(db, marker))
  const unknown = (await listTextColumns(db))
    .filter(({ table }) => !ofOrganisers.includes(table))
    .map(({ table, column }) => `${table}.${column}`)
    .filter((name) => !planted.has(name) && !(name in withoutPeople) && !/^jobs\.(kind|key|lease_id)$/.test(name))
  expect(unknown, 'columns that neither have the marker nor are known to hold nothing about people').toEqual([])
  expect(readdirSync(join(filesFolder, 'proofs')).join()).toContain(path.split('/')[1])

  const reply = await admin('POST', '/api/admin/erasures', { email: address.toUpperCase() })

  expect(reply).toMatchObject({ status: 200, body: { accounts: 1, companies: 1, registrations: 1, files: 1 } })
  expect(await findMarker(db, marker)).toEqual([])
  expect(readdirSync(outboxFolder).sort()).toEqual(['2-welcome-b.eml', expect.stringMatching(/^welcome-/)])
  const left = readdirSync(platform.config.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .filter((entry) => readFileSync(join(entry.parentPath, entry.name)).includes(marker))
  expect(left.map(({ name }) => name)).toEqual([])
  expect(readdirSync(join(filesFolder, 'proofs')).join()).not.toContain(path.split('/')[1])
  expect((await company('GET', '/api/auth/user')).status).toBe(401)
})

test('points stay under a pseudonym, and the totals are those of the ledger', { timeout: 60_000 }, async () => {
  const { admin, platform, company } = await withPlanted()

  await admin('POST', '/api/admin/erasures', { email: address })

  const board = await admin('GET', '/api/leaderboard')
  const pseudonym = `Erased company ${company.companyId.slice(0, 8)}`
  expect(board.text).toContain(pseudonym)
  expect((await verifyTotals(platform)).differences).toEqual([])
  expect((await admin('GET', '/api/admin/companies')).text).not.toContain(pseudonym)
})

test('a repeat finds nothing', { timeout: 60_000 }, async () => {
  const { admin } = await withPlanted()
  await admin('POST', '/api/admin/erasures', { email: address })

  const again = await admin('POST', '/api/admin/erasures', { email: address })
  expect(again).toMatchObject({
    status: 200,
    body: { accounts: 0, companies: 0, contacts: 0, registrations: 0, emails: 0, files: 0 },
  })
})

test('the export has everything of the company and nothing of another', { timeout: 60_000 }, async () => {
  const { admin, other, visitor } = await withPlanted()

  const { status, body, text } = await admin('POST', '/api/admin/personal-data-exports', { email: address })

  expect(status).toBe(200)
  const filled = [
    'accounts',
    'companies',
    'pointEntries',
    'proofs',
    'files',
    'reports',
    'registrations',
    'emails',
    'auditEntries',
    'devices',
  ]
  for (const section of filled) expect(JSON.stringify(body[section]), section).toContain(marker)
  expect(text).not.toContain(other.companyId)
  expect(text).not.toMatch(/other Ltd|other@mail\.test|root@week\.test|argon2/)
  expect((await other('POST', '/api/admin/personal-data-exports', { email: address })).status).toBe(403)
  expect((await visitor('POST', '/api/admin/erasures', { email: address })).status).toBe(401)
})

test('neither oneself nor the last administrator can be erased, and another can', async () => {
  const { anAdmin, platform, db, root: admin } = await startWorld({ root: 'admin' })

  expect(await admin('POST', '/api/admin/erasures', { email: admin.email })).toMatchObject({
    status: 409,
    body: { code: 'erase-yourself' },
  })
  await expect(erase(platform, 'command line', admin.email)).rejects.toMatchObject({ code: 'erase-last-administrator' })
  const second = await anAdmin('zqxmarker')
  expect((await admin('POST', '/api/admin/erasures', { email: second.email })).status).toBe(200)
  expect(await findMarker(db, marker)).toEqual([])
  expect((await second('GET', '/api/auth/user')).status).toBe(401)
})

test('who is only named as the contact of a company does not take the company along', async () => {
  const { aCompany, db, root: admin } = await startWorld({ root: 'admin' })
  const { companyId, email } = await aCompany('acme', { email: address })

  const exported = await admin('POST', '/api/admin/personal-data-exports', { email: address })
  const reply = await admin('POST', '/api/admin/erasures', { email: address })

  expect(exported.body).toMatchObject({ contactOf: [{ name: 'acme Ltd' }], accounts: [], companies: [] })
  expect(reply.body).toMatchObject({ accounts: 0, companies: 0, contacts: 1 })
  const { rows } = await db.execute(sql`select name, email from companies where id = ${companyId}`)
  expect(rows).toEqual([{ name: 'acme Ltd', email }])
  expect(await findMarker(db, marker)).toEqual([])
})
