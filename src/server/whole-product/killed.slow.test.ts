import { spawnSync } from 'node:child_process'
import { inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { companies } from '../features/companies/tables.ts'
import { taskProofs } from '../features/proofs/tables.ts'
import { someTasks, waitingProofs } from '../features/proofs/testing.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase } from '../platform/database/client.ts'
import { joinEmbedded } from '../platform/database/embedded.ts'
import { eventually } from '../testing/eventually.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, goodPassword } from '../testing.ts'

const administrator = { ADMIN_EMAIL: 'root@week.test', ADMIN_PASSWORD: goodPassword }
const each = 60

/** The product on this folder, with a look into its database and a signed-in administrator. */
async function started(DATA_DIR: string) {
  const PORT = await freePort()
  const product = run({ DATA_DIR, PORT, ...administrator })
  await product.ready
  const { url } = await joinEmbedded({ dataDir: DATA_DIR })
  const { db, close } = openDatabase({ url, onError: () => undefined })
  const call = (method: string, path: string, body: object, cookie = '') =>
    fetch(`http://127.0.0.1:${PORT}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  const login = await call('POST', '/api/auth/login', { email: administrator.ADMIN_EMAIL, password: goodPassword })
  const cookie = login.headers.get('set-cookie')?.split(';')[0]
  const approve = async (id: string) => {
    const reply = await call('PATCH', `/api/proofs/${id}/review`, { status: 'approved' }, cookie)
    await reply.text()
    return reply.status
  }
  return { product, db, close, approve }
}

/** `npm run verify` as people run it, beside the running product. */
function verify(DATA_DIR: string) {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/command.mjs', 'verify'], {
    env: { PATH: process.env.PATH, DATA_DIR },
    encoding: 'utf8',
  })
  return { status, said: stdout.trim() }
}

/** Twelve reviewers at once, until everything is approved or the line is cut. */
async function approveAll(ids: string[], approve: (id: string) => Promise<number>, onApproved: (id: string) => void) {
  const left = [...ids]
  const statuses = new Set<number | 'cut'>()
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (let id = left.shift(); id; id = left.shift()) {
        const status = await approve(id).catch(() => 'cut' as const)
        statuses.add(status)
        if (status === 200) onApproved(id)
        if (status === 'cut') return
      }
    }),
  )
  return statuses
}

test('killed in the middle of approvals, again and again, the totals agree and the rest can be approved', async () => {
  const DATA_DIR = aFolder()
  let here = await started(DATA_DIR)
  const names = ['Acme', 'Bolt', 'Coral']
  const now = systemClock.now()
  const rows = names.map((name) => ({
    name,
    contactPersonName: 'Ada Lovelace',
    email: `${name}@office.test`,
    phone: '+5999123456',
    createdAt: now,
    updatedAt: now,
  }))
  const made = await here.db.insert(companies).values(rows).returning()
  const tasks = await someTasks({ db: here.db, clock: systemClock }, each)
  const proofs = await Promise.all(made.map(({ id }) => waitingProofs({ db: here.db, clock: systemClock }, id, tasks)))
  // One of each company in turn: their totals move at the same time.
  const ids = tasks.flatMap((_, n) => proofs.map((ofCompany) => ofCompany[n] ?? ''))
  const acknowledged = new Set<string>()

  for (let round = 1; round <= 2; round++) {
    const open = ids.filter((id) => !acknowledged.has(id))
    const enough = acknowledged.size + 25
    const approving = approveAll(open, here.approve, (id) => acknowledged.add(id))
    await eventually(() => acknowledged.size >= enough, 'some approvals')
    here.product.child.kill('SIGKILL')
    expect(await approving).toContain('cut')
    await Promise.all([here.product.ended, here.close()])
    expect(acknowledged.size).toBeLessThan(ids.length)

    here = await started(DATA_DIR)
    expect(verify(DATA_DIR)).toEqual({ status: 0, said: '3 companies, 0 differences' })
    const kept = await here.db
      .select()
      .from(taskProofs)
      .where(inArray(taskProofs.id, [...acknowledged]))
    expect(kept.filter(({ status }) => status !== 'approved')).toEqual([])
  }

  expect(await approveAll(ids, here.approve, () => undefined)).toEqual(new Set([200]))
  const points = (each * (each + 1)) / 2
  const totals = await here.db.select().from(companies).orderBy(companies.name)
  expect(totals.map(({ name, totalPoints, totalCaloriesBurned }) => [name, totalPoints, totalCaloriesBurned])).toEqual(
    names.map((name) => [name, points, points * 10]),
  )
  expect(verify(DATA_DIR)).toEqual({ status: 0, said: '3 companies, 0 differences' })

  // Red control: a total that was written apart from the ledger is found.
  await here.db
    .update(companies)
    .set({ totalPoints: 1 })
    .where(inArray(companies.name, ['Bolt']))
  const found = verify(DATA_DIR)
  expect(found.status).toBe(1)
  expect(found.said).toContain(`Bolt: 1 points shown, ${points} in the ledger`)
  expect(found.said).toContain('3 companies, 1 differences')
  await here.close()
}, 180_000)
