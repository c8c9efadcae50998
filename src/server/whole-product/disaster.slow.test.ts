import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sixPictures, uploaded } from '../features/files/testing.ts'
import { someTasks } from '../features/proofs/testing.ts'
import { systemClock } from '../platform/clock.ts'
import { type Db, openDatabase } from '../platform/database/client.ts'
import { joinEmbedded } from '../platform/database/embedded.ts'
import { readMail } from '../platform/mail/testing/read-mail.ts'
import { anEvent, aRegistration } from '../testing/data/events.ts'
import { contents } from '../testing/database/contents.ts'
import { eventually } from '../testing/eventually.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, type Caller, goodPassword } from '../testing.ts'

const administrator = { ADMIN_EMAIL: 'root@week.test', ADMIN_PASSWORD: goodPassword }

/** One address for both machines, as behind a name: links in mails lead there. */
async function aMachine(DATA_DIR: string, PORT: string) {
  const product = run({ DATA_DIR, PORT, ...administrator })
  await product.ready
  const { url } = await joinEmbedded({ dataDir: DATA_DIR })
  const { db, close } = openDatabase({ url, onError: () => undefined })
  const callWith =
    (cookie = ''): Caller =>
    async (method, path, body) => {
      const reply = await fetch(`http://127.0.0.1:${PORT}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), cookie },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      return {
        status: reply.status,
        text,
        body: text.startsWith('<') ? undefined : JSON.parse(text),
        headers: reply.headers,
      }
    }
  async function logIn(email: string) {
    const reply = await callWith()('POST', '/api/auth/login', { email, password: goodPassword })
    return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  }
  return { product, db, close, callWith, logIn, visitor: callWith() }
}

/** A command as people run it. */
function command(name: string, environment: Record<string, string>, ...given: string[]) {
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, ['scripts/command.mjs', name, ...given], {
      env: { PATH: process.env.PATH, ...environment },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)))
    child.on('exit', (code) => resolve({ code, said }))
  })
}

const hashesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => `${file.slice(folder.length)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`)
    .sort()

/** What a product that runs changes by itself. */
const without = { without: ['files_folder', 'jobs', 'outbox', 'sessions', 'ended_sessions', 'attempts'] }

const whenPrepared = (db: Db) =>
  eventually(
    async () => (await db.execute(sql`select from uploads where prepared_at is null`)).rows.length === 0,
    'every photo cleaned',
  )

test('a running week, a backup, the disk is gone, a new machine: everything is there and everything works', async () => {
  const PORT = await freePort()
  const lost = aFolder()
  const archive = join(aFolder(), 'week.tar')

  // A running week: a company with photos and points, an event with somebody who may come in.
  const first = await aMachine(lost, PORT)
  const adminCookie = await first.logIn(administrator.ADMIN_EMAIL)
  const admin = first.callWith(adminCookie)
  await first.visitor('POST', '/api/auth/signup', {
    email: 'ada@acme.test',
    password: goodPassword,
    confirmPassword: goodPassword,
    companyName: 'Acme Ltd',
    contactPersonName: 'Ada Lovelace',
    phone: '+59991234567',
  })
  const companyCookie = await first.logIn('ada@acme.test')
  const acme = first.callWith(companyCookie)
  const { body: company } = await acme('POST', '/api/companies', {
    name: 'Acme Ltd',
    contactPersonName: 'Ada Lovelace',
    email: 'office@acme.test',
    phone: '+59991234567',
    teamSize: 12,
  })
  const [taskId, nextTask] = await someTasks({ db: first.db, clock: systemClock }, 2)
  const contentUrls = await sixPictures(acme)
  const proof = await acme('POST', '/api/proofs', { taskId, companyId: company.id, contentUrls, contentType: 'image' })
  expect(proof.status).toBe(201)
  expect((await admin('PATCH', `/api/proofs/${proof.body.id}/review`, { status: 'approved' })).status).toBe(200)
  await uploaded(acme, undefined, { taskId: nextTask })
  const event = await anEvent(admin, { eventDate: new Date(Date.now() + 3_600_000).toISOString() })
  const registration = await aRegistration(first.visitor, admin, event.id)
  const approved = await admin('PATCH', `/api/events/${event.id}/registrations/${registration.id}`, {
    status: 'approved',
  })
  const mailFolder = join(lost, 'outbox')
  const findOwnLink = async () => {
    const mails = await Promise.all(
      readdirSync(mailFolder).map((name) => readMail(readFileSync(join(mailFolder, name)))),
    )
    return mails.map(({ text = '' }) => /\?r=([\w.-]+)/.exec(text)?.[1]).find(Boolean)
  }
  await eventually(async () => (await findOwnLink()) !== undefined, 'the mail with the own link')
  const ownLink = await findOwnLink()
  await whenPrepared(first.db)

  // A backup, while it runs.
  const rows = await contents(first.db, without)
  const files = hashesBelow(join(lost, 'files'))
  const backup = await command('backup', { DATA_DIR: lost, PORT }, archive)
  expect(backup).toMatchObject({ code: 0 })

  const key = readFileSync(join(lost, 'backup.key'))

  // The disk is gone.
  await first.close()
  first.product.child.kill('SIGKILL')
  await first.product.ended
  rmSync(lost, { recursive: true, force: true })

  // A new machine.
  const found = aFolder()
  const stranger = await command('restore', { DATA_DIR: found, PORT }, archive)
  expect(stranger).toMatchObject({ code: 1, said: expect.stringContaining('signed with a key that is not here') })
  writeFileSync(join(found, 'backup.key'), key, { mode: 0o600 })
  const restored = await command('restore', { DATA_DIR: found, PORT }, archive)
  expect(restored, restored.said).toMatchObject({ code: 0 })
  expect(restored.said).toContain('1 companies, 0 differences')
  const again = await command('restore', { DATA_DIR: found, PORT }, archive)
  expect(again).toMatchObject({ code: 1 })
  expect(again.said).toContain('The database is not empty')

  const second = await aMachine(found, PORT)
  expect(await contents(second.db, without)).toEqual(rows)
  expect(files.length).toBeGreaterThanOrEqual(14)
  expect(hashesBelow(join(found, 'files'))).toEqual(files)

  // Whoever was signed in still is; the link in the old mail opens; the code lets in, once.
  const user = await second.callWith(companyCookie)('GET', '/api/auth/user')
  expect(user.body).toMatchObject({ email: 'ada@acme.test' })
  const own = await second.visitor('POST', `/api/events/${event.id}/registration`, { token: ownLink })
  expect(own.body).toMatchObject({ status: 'approved', qr: { payload: approved.body.qrCodePayload } })
  const scan = () =>
    second.callWith(adminCookie)('POST', `/api/events/${event.id}/check-in`, { payload: approved.body.qrCodePayload })
  expect((await scan()).body).toMatchObject({ result: 'ok' })
  expect((await scan()).body).toMatchObject({ result: 'already' })
  await second.close()
}, 300_000)
