import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as store from '../features/files/store.ts'
import { askForGrant, send } from '../features/files/testing.ts'
import { openDatabase } from '../platform/database/client.ts'
import { joinEmbedded } from '../platform/database/embedded.ts'
import { slowPhoto } from '../platform/media/hostile/hostile-files.ts'
import { eventually } from '../testing/eventually.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, type Caller, goodPassword } from '../testing.ts'

/** The built product on this folder, and a look into its database. */
async function startProduct(DATA_DIR: string) {
  const PORT = await freePort()
  const product = run({ DATA_DIR, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` })
  await product.ready
  const { url } = await joinEmbedded({ dataDir: DATA_DIR })
  const { db, close } = openDatabase({ url, onError: () => undefined })
  let cookie = ''
  const call: Caller = async (method, path, body) => {
    const reply = await fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      body: body === undefined ? undefined : JSON.stringify(body),
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    })
    cookie ||= reply.headers.get('set-cookie')?.split(';')[0] ?? ''
    const text = await reply.text()
    return { status: reply.status, text, body: JSON.parse(text), headers: reply.headers }
  }
  return { product, db, close, call }
}

async function aCompany(call: Caller) {
  const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
  const login = { email: 'ada@mail.test', password: goodPassword }
  await call('POST', '/api/auth/signup', { ...login, confirmPassword: goodPassword, companyName: 'Acme', ...contact })
  await call('POST', '/api/auth/login', login)
  await call('POST', '/api/companies', { name: 'Acme', email: 'office@acme.test', ...contact, teamSize: 12 })
}

const workersOf = (pid: number | undefined) =>
  spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .stdout.split('\n')
    .map(Number)
    .filter(
      (child) => child > 0 && spawnSync('ps', ['-o', 'args=', '-p', String(child)]).stdout.includes('media-worker'),
    )

const isRunning = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !spawnSync('ps', ['-o', 'stat=', '-p', String(pid)]).stdout.includes('Z')

test('killed in the middle of preparing a file, the product prepares it soon after it is back and leaves nothing', async () => {
  const DATA_DIR = aFolder()
  const temporary = join(DATA_DIR, 'tmp')
  const first = await startProduct(DATA_DIR)
  await aCompany(first.call)
  const bytes = await slowPhoto()
  const { body: grant } = await askForGrant(first.call, bytes)
  expect((await send(grant, bytes)).status).toBe(201)
  await eventually(() => existsSync(temporary) && readdirSync(temporary).length > 0, 'the preparation')
  await eventually(() => workersOf(first.product.child.pid).length > 0, 'the process that prepares')
  const workers = workersOf(first.product.child.pid)

  // However busy the machine is, the file must not be done before the kill.
  for (const pid of workers) process.kill(pid, 'SIGSTOP')
  first.product.child.kill('SIGKILL')
  for (const pid of workers) process.kill(pid, 'SIGCONT')
  await Promise.all([first.product.ended, first.close()])
  await eventually(() => !workers.some(isRunning), 'the process that prepares to end with the server')
  expect(readdirSync(temporary)).toHaveLength(1)

  const second = await startProduct(DATA_DIR)
  const upload = async () => store.find(second.db, grant.path)
  // How much of the lease is left, by the clock that counts: at most eight seconds after the kill.
  const { rows } = await second.db.execute<{ seconds: number }>(
    sql`select extract(epoch from leased_until - clock_timestamp())::float8 as seconds from uploads where path = ${grant.path}`,
  )
  expect(rows[0]?.seconds ?? 0).toBeLessThanOrEqual(8)
  await eventually(async () => Boolean((await upload())?.preparedAt), 'the file to be prepared', 60_000)
  expect(await upload()).toMatchObject({ prepareAttempts: 2, fault: null, leaseId: null })
  await eventually(() => readdirSync(temporary).length === 0, 'what the first left to be swept')
  await second.close()
}, 180_000)

test('what no living process uses is swept at the start, and a stop leaves no process behind', async () => {
  const DATA_DIR = aFolder()
  const left = join(DATA_DIR, 'tmp', 'prepare-0b8f4a52-6c1d-4e6f-9a53-1f2e3d4c5b6a')
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'came'), 'a photo')

  const { product, call, close } = await startProduct(DATA_DIR)
  await eventually(() => !existsSync(left), 'the folder to go')
  await aCompany(call)
  const bytes = await slowPhoto()
  const { body: grant } = await askForGrant(call, bytes)
  await send(grant, bytes)
  await eventually(() => workersOf(product.child.pid).length > 0, 'the process that prepares')
  const workers = workersOf(product.child.pid)
  await close()
  product.child.kill('SIGTERM')

  expect(await product.ended).toBe(0)
  await eventually(() => !workers.some(isRunning), 'the process that prepares to end')
}, 180_000)
