import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { uploaded } from '#server/features/files/testing.ts'
import { someTasks } from '#server/features/proofs/testing.ts'
import { recipientKey } from '#server/platform/mail/transports/eml.ts'
import { startServer } from '#server/testing.ts'
import { eventually } from '../eventually.ts'
import { anEvent } from './events.ts'

export const marker = 'zqxmarker'
export const address = `ada@${marker}.test`

/** A company with the marker in every text field, and another company beside it. */
export async function withPlanted() {
  const server = await startServer()
  const { db, platform, visitor, clock } = server
  const admin = await server.anAdmin()
  await server.anAdmin('second')
  const other = await server.aCompany('other')
  const company = await server.aCompany('planted')
  const { companyId, userId } = company
  await db.execute(sql`update users set email = ${address}, first_name = ${marker}, last_name = ${marker}, profile_image_url = ${marker},
    draft = jsonb_build_object('companyName', ${marker}::text) where id = ${userId}`)
  await db.execute(sql`update companies set name = ${marker}, name_key = ${marker}, contact_person_name = ${marker}, email = ${address}, phone = ${marker}
    where id = ${companyId}`)
  const path = await uploaded(company)
  // Waits, because the preparing process removes a file that is discarded meanwhile.
  const isPrepared = async () =>
    (await db.execute(sql`select from uploads where path = ${path} and prepared_at is not null`)).rows.length === 1
  await eventually(isPrepared, 'the file to be prepared')
  await db.execute(sql`update companies set logo_url = ${marker} where id = ${companyId}`)
  await db.execute(sql`update uploads set file_name = ${marker}, sender_name = ${marker}, file_key = ${marker}, fault = ${marker},
    captured_at = ${marker} where path = ${path}`)
  const [taskId] = await someTasks(server, 1)
  const now = clock.now().toISOString()
  for (const status of ['rejected', 'pending'])
    await db.execute(sql`insert into task_proofs (task_id, company_id, content_urls, content_type, status, admin_notes, notice_version, submitted_at,
      fix_rounds, rejection_reasons) values (${taskId}, ${companyId}, array[${path}], 'image', ${status}, ${marker}, '1', ${now}::timestamptz,
      jsonb_build_array(jsonb_build_object('files', ${marker}::text)), null)`)
  await admin('POST', `/api/companies/${companyId}/points`, { points: 70, calories: 5, reason: marker })
  await db.execute(sql`insert into audit_entries (at, actor, action, subject, subject_id, before)
    values (${now}::timestamptz, 'root', 'edited company', ${marker}, ${companyId}, jsonb_build_object('name', ${marker}::text, 'teamSize', 3))`)
  await db.execute(
    sql`insert into audit_entries (at, actor_id, actor, action, subject) values (${now}::timestamptz, ${userId}, ${address}, 'did', 'x')`,
  )
  const event = await anEvent(admin)
  const name = { firstName: marker, lastName: marker, companyName: marker }
  const form = { ...name, email: address, phone: `${marker} 5991234567` }
  await visitor('POST', `/api/events/${event.id}/register`, form)
  await db.execute(sql`update event_registrations set reason = ${marker}, qr_code_payload = ${marker}`)
  await db.execute(sql`insert into attendee_mails (event_id, email, recent) values (${event.id}, ${address}, array[${now}::timestamptz])
    on conflict do nothing`)
  await db.execute(sql`update outbox set subject = ${marker}, last_error = ${marker}, message_id = ${marker},
    attachments = jsonb_build_array(${marker}::text) where to_address = ${address}`)
  await db.execute(sql`insert into capture_links (id, company_id, task_id, token_hash, created_at, expires_at)
    values (${userId}, ${companyId}, ${taskId}, 'hash', ${now}::timestamptz, ${now}::timestamptz)`)
  await db.execute(
    sql`insert into capture_guests (link_id, device_hash, first_name, created_at) values (${userId}, 'hash', ${marker}, ${now}::timestamptz)`,
  )
  await db.execute(sql`insert into door_scans (event_id, result, scanned_by, at, received_at)
    values (${event.id}, 'invalid', ${address}, ${now}::timestamptz, ${now}::timestamptz)`)
  for (const kind of ['challenge', 'company'])
    await db.execute(sql`insert into reports (kind, company_id, from_day, to_day, requested_by, state, numbers, created_at) values (${kind},
      ${kind === 'company' ? companyId : null}, '2026-06-01', '2026-06-01', ${userId}, 'ready', jsonb_build_object('name', ${marker}::text), ${now}::timestamptz)`)
  await db.execute(sql`insert into push_devices (id, sid, user_id, endpoint, p256dh, auth, created_at)
    select ${companyId}, sid, ${userId}, ${marker}, ${marker}, ${marker}, ${now}::timestamptz from sessions where sess ->> 'userId' = ${userId} limit 1`)
  await db.execute(sql`insert into push_messages (id, device_id, kind, title, path, next_attempt_at, created_at)
    values (${companyId}, ${companyId}, 'task-opened', ${marker}, ${marker}, ${now}::timestamptz, ${now}::timestamptz)`)
  await db.execute(
    sql`insert into notifications (company_id, kind, occasion, created_at) values (${companyId}, 'task-opened', ${marker}, ${now}::timestamptz)`,
  )
  const outboxFolder = join(platform.config.dataDir, 'outbox')
  mkdirSync(outboxFolder, { recursive: true })
  const named = (to: string) => `welcome-${recipientKey(to)}-${companyId}`
  for (const [name, to] of [
    ['1-welcome-a', address],
    ['2-welcome-b', 'other@mail.test'],
    [named(address), address],
    [named('other@mail.test'), 'other@mail.test'],
  ] as const)
    writeFileSync(join(outboxFolder, `${name}.eml`), `From: x\r\nTo: "A" <${to}>\r\n\r\nHello ${to}`)
  return { ...server, admin, other, company, outboxFolder, path }
}
