import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import type pg from 'pg'
import { type Started, startBare } from './processes.ts'

const size = 30_485_760
const atOnce = 8
const count = 48

type Given = { base: string; pool: pg.Pool; product: Started; folder: string }

/** Whole films to the disk: bytes per second, and how much memory fifty of them take at once. */
export async function measureUploads({ base, pool, product, folder }: Given) {
  const film = aFilm()
  const cookie = await aCompany(base)
  const empty = join(folder, 'empty')
  writeFileSync(empty, '')
  const bare = await startBare(empty, folder)
  const grants = () => grantMany(base, cookie, count)

  const rounds = { product: [] as number[], bare: [] as number[] }
  for (let round = 0; round < 2; round++) {
    rounds.product.push(await rate(await grants(), film))
    rounds.bare.push(
      await rate(
        Array.from({ length: count }, () => ({ url: `http://127.0.0.1:${bare.port}/`, headers: {} })),
        film,
      ),
    )
    await pool.query("update uploads set created_at = now() - interval '2 days' where state <> 'claimed'")
  }
  await bare.stop()

  const before = residentMegabytes(product.child.pid)
  let most = before
  const watching = setInterval(() => {
    most = Math.max(most, residentMegabytes(product.child.pid))
  }, 50)
  await sendAll(await grantMany(base, cookie, 50), film, 50)
  clearInterval(watching)

  const [ours, theirs] = [Math.max(...rounds.product), Math.max(...rounds.bare)]
  const growth = most - before
  return {
    what: `upload of 30 MB films to disk, ${atOnce} at once; memory with 50 under way`,
    product: `${ours.toFixed(0)} MB/s, +${growth.toFixed(0)} MB`,
    bare: `${theirs.toFixed(0)} MB/s`,
    ratio: (ours / theirs).toFixed(2),
    wanted: '≥ 0.8, < 64 MB',
    reached: ours / theirs >= 0.8 && growth < 64,
  }
}

type Target = { url: string; headers: Record<string, string> }

async function rate(targets: Target[], film: Buffer): Promise<number> {
  const begun = performance.now()
  await sendAll(targets, film, atOnce)
  return (targets.length * film.length) / 1e6 / ((performance.now() - begun) / 1000)
}

async function sendAll(targets: Target[], film: Buffer, parallel: number) {
  const waiting = [...targets]
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let target = waiting.shift(); target; target = waiting.shift()) await put(target, film)
    }),
  )
}

function put({ url, headers }: Target, film: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(
      url,
      { method: 'PUT', headers: { ...headers, 'content-length': film.length } },
      (response) => {
        response.resume()
        response.on('end', () =>
          response.statusCode === 201 ? resolve() : reject(new Error(`upload answered ${response.statusCode}`)),
        )
      },
    )
    sending.on('error', reject)
    sending.end(film)
  })
}

async function grantMany(base: string, cookie: string, many: number): Promise<Target[]> {
  const targets: Target[] = []
  for (let n = 0; n < many; n++) {
    const reply = await fetch(`${base}/api/uploads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ fileName: 'film.mp4', size, contentType: 'video/mp4' }),
    })
    if (reply.status !== 201) throw new Error(await reply.text())
    targets.push((await reply.json()) as Target)
  }
  return targets
}

async function aCompany(base: string): Promise<string> {
  const [email, password] = ['uploader@mail.test', 'Lanes-and-sun-42']
  const contact = { contactPersonName: 'Ada Lovelace', phone: '+59991234567' }
  const post = (path: string, body: unknown, cookie = '') =>
    fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify(body),
    })
  await post('/api/auth/signup', { email, password, confirmPassword: password, companyName: 'Uploader', ...contact })
  const cookie = (await post('/api/auth/login', { email, password })).headers.get('set-cookie')?.split(';')[0] ?? ''
  await post('/api/companies', { name: 'Uploader', email, ...contact }, cookie)
  return cookie
}

/** Begins like a film, so that it is taken; what follows is filler. */
function aFilm(): Buffer {
  const film = Buffer.alloc(size)
  film.writeUInt32BE(24, 0)
  film.write('ftypisom', 4)
  film.write('isommp42', 16)
  film.writeUInt32BE(size - 24, 24)
  film.write('mdat', 28)
  return film
}

function residentMegabytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}
