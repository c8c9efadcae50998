import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import sharp from 'sharp'
import { createCompany, createEvent, createPost, logIn, type Post, requireOk } from '../rig/accounts.ts'
import { listTimes } from '../rig/proc.ts'
import type { Product } from '../rig/product.ts'

type Given = { product: Product; pool: pg.Pool; cookie: string }
/** Milliseconds of a processor: the product, the process that prepares files, PostgreSQL. Bytes of WAL, commits. */
type Spent = { product: number; preparing: number; database: number; walBytes: number; commits: number }

const photosOfProof = 6
const proofs = 4

/** Prints what one call of each kind costs, with everything that follows from it: emails, prepared files, announcements. */
export async function measureCosts({ product, pool, cookie }: Given) {
  const post = createPost(product.base)
  const rows: Record<string, string>[] = []
  async function measure(what: string, count: number, work: () => Promise<unknown>) {
    const before = await readSpent(product, pool)
    await work()
    await waitUntilIdle(pool)
    const after = await readSpent(product, pool)
    const each = (name: keyof Spent) => (after[name] - before[name]) / count
    rows.push({
      'one …': what,
      'product, ms': each('product').toFixed(2),
      'preparing, ms': each('preparing').toFixed(0),
      'PostgreSQL, ms': each('database').toFixed(2),
      'WAL, bytes': each('walBytes').toFixed(0),
      commits: each('commits').toFixed(2),
    })
  }

  const { id: eventId } = await createEvent(post)
  const register = (n: number) => requireOk(post(`/api/events/${eventId}/register`, anAttendee(n)))
  await measure('registration, 16 at once', 500, () => inGroups(500, 16, register))
  await measure('sign-in', 40, () => inGroups(40, 2, () => logIn(post)))
  const company = await createCompany(post, { name: 'Costs', email: 'costs@mail.test' })
  const photos = await Promise.all(Array.from({ length: photosOfProof * proofs }, (_, n) => aPhoto(n)))
  const tasks = await Promise.all(photos.slice(0, proofs).map((_, n) => createTask(post, cookie, n)))
  const sent: string[] = []
  await measure('photo of 12 megapixels, sent and prepared', photos.length, async () => {
    for (const [n, photo] of photos.entries()) {
      const taskId = tasks[Math.floor(n / photosOfProof)] ?? ''
      sent.push(await sendPhoto(product.base, company.cookie, taskId, photo))
    }
  })
  const submitted: string[] = []
  await measure('proof of six photos, submitted', proofs, async () => {
    for (const [n, taskId] of tasks.entries()) {
      const contentUrls = sent.slice(n * photosOfProof, (n + 1) * photosOfProof)
      const proof = { taskId, companyId: company.id, contentUrls, contentType: 'image' }
      const reply = await requireOk(post('/api/proofs', proof, company.cookie))
      submitted.push(((await reply.json()) as { id: string }).id)
    }
  })
  await measure('approval', proofs, async () => {
    for (const id of submitted) await approve(product.base, cookie, id)
  })
  const read = (path: string) => () => fetch(product.base + path, { headers: { cookie: company.cookie } })
  await measure('page of the leaderboard', 400, () => inGroups(400, 8, read('/api/leaderboard?limit=100')))
  await measure('page of an event, with its form', 200, () => inGroups(200, 8, read(`/event-registration/${eventId}`)))
  console.table(rows)
  return []
}

const anAttendee = (n: number) => ({
  ...{ firstName: 'Ada', lastName: 'Lovelace', phone: '+59991234567' },
  email: `costs${n}@mail.test`,
})

async function inGroups(count: number, atOnce: number, work: (n: number) => Promise<unknown>) {
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** Noise that was enlarged: as large as a photo of a phone, and another picture each. */
async function aPhoto(n: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 90 + n * 3, sigma: 50 } as const
  const small = sharp({ create: { width: 500, height: 375, channels: 3, background: '#888', noise } })
  return sharp(await small.png().toBuffer())
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function createTask(post: Post, cookie: string, n: number): Promise<string> {
  const task = { title: `Costs ${n}`, description: 'A task for measuring.' }
  const reply = await requireOk(post('/api/tasks', task, cookie))
  return ((await reply.json()) as { id: string }).id
}

async function sendPhoto(base: string, cookie: string, taskId: string, photo: Buffer): Promise<string> {
  const file = { fileName: 'photo.jpg', size: photo.length, contentType: 'image/jpeg', taskId }
  const granted = await requireOk(createPost(base)('/api/uploads', file, cookie))
  const { url, headers, path } = (await granted.json()) as { url: string; headers: HeadersInit; path: string }
  await requireOk(fetch(new URL(url, base), { method: 'PUT', headers, body: new Uint8Array(photo) }))
  return path
}

const approve = (base: string, cookie: string, id: string) =>
  requireOk(
    fetch(`${base}/api/proofs/${id}/review`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ status: 'approved' }),
    }),
  )

/** Emails have left, and files are prepared. */
async function waitUntilIdle(pool: pg.Pool) {
  const waiting = `select (select count(*) from outbox where sent_at is null)
    + (select count(*) from uploads where state = 'stored' and prepared_at is null) as count`
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await pool.query<{ count: string }>(waiting)
    if (rows[0]?.count === '0') return sleep(500)
    await sleep(100)
  }
  throw new Error('What was queued is not done after a minute')
}

async function readSpent({ child, dataDir }: Product, pool: pg.Pool): Promise<Spent> {
  const { rows } = await pool.query<{ wal: string; commits: string }>(`select pg_current_wal_lsn() - '0/0' as wal,
    (select sum(xact_commit) from pg_stat_database) as commits`)
  const pid = child.pid ?? 0
  const postmaster = Number(readFileSync(join(dataDir, 'db', 'postmaster.pid'), 'utf8').split('\n')[0])
  const processes = listTimes()
  const own = processes.find((each) => each.pid === pid)
  const children = (parent: number) => processes.filter((each) => each.parent === parent)
  const sum = (list: { spent: number }[]) => list.reduce((total, { spent }) => total + spent, 0)
  const database = processes.find((each) => each.pid === postmaster)
  return {
    product: own?.spent ?? 0,
    preparing: (own?.spentByEnded ?? 0) + sum(children(pid)),
    database: (database?.spent ?? 0) + (database?.spentByEnded ?? 0) + sum(children(postmaster)),
    walBytes: Number(rows[0]?.wal),
    commits: Number(rows[0]?.commits),
  }
}
