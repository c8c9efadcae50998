import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { joinEmbedded } from '../../src/server/platform/database/embedded.ts'
import { createPost, logIn } from '../rig/accounts.ts'
import { startProduct } from '../rig/product.ts'

/** Temporary files need four times as much room. */
const gigabytes = Number(process.env.BENCH_GIGABYTES ?? 10)
const fileSize = 2_000_000
const files = Math.round((gigabytes * 1e9) / fileSize)
const wanted = { seconds: 600, ofIdle: 2 }
const idleSeconds = 60
/** The restoring machine uses the same passphrase. */
const BACKUP_PASSPHRASE = 'Trade-wind-and-salt-77'

/** Backs up a product in use and restores it, compared with system programs that read and write the same bytes. */
export async function measureBackup({ folder }: { folder: string }) {
  const dataDir = join(folder, 'backed-up')
  const archive = join(folder, 'bench.tar')
  const product = await startProduct({ DATA_DIR: dataDir })
  try {
    await fillFiles(dataDir)
    const { base } = product
    const headers = { cookie: await logIn(createPost(base)) }
    const read = async () => {
      const reply = await fetch(`${base}/api/leaderboard?limit=100`, { headers })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`the product answered ${reply.status}`)
    }
    await p99While(read, delay(5_000))
    const idle = await p99While(read, delay(idleSeconds * 1_000))
    const bare = await secondsOf(
      'sh',
      ['-c', 'sha256sum proofs/* > ../sums && tar cf ../bare.tar proofs && sync ../bare.tar'],
      {
        cwd: join(dataDir, 'files'),
      },
    )
    await rm(join(dataDir, 'bare.tar'))
    const backup = secondsOf(process.execPath, ['scripts/command.mjs', 'backup', archive], {
      env: { DATA_DIR: dataDir, BACKUP_PASSPHRASE },
    })
    const meanwhile = await p99While(read, backup)
    const restore = await secondsOf(process.execPath, ['scripts/command.mjs', 'restore', archive], {
      env: { DATA_DIR: join(folder, 'restored'), BACKUP_PASSPHRASE },
    })
    const what = `${gigabytes} GB in ${files.toLocaleString('en')} files`
    return [
      lineOf(`backup of ${what}`, await backup, bare),
      {
        what: 'p99 of a reader meanwhile, 50 readings a second',
        product: `${meanwhile.toFixed(1)} ms`,
        bare: `${idle.toFixed(1)} ms without it`,
        ratio: (meanwhile / idle).toFixed(2),
        wanted: `≤ ${wanted.ofIdle}`,
        reached: meanwhile <= idle * wanted.ofIdle,
      },
      lineOf(`restore of ${what}`, restore, bare),
    ]
  } finally {
    await product.stop()
  }
}

const lineOf = (what: string, seconds: number, bare: number) => ({
  what,
  product: `${seconds.toFixed(0)} s`,
  bare: `${bare.toFixed(0)} s by sha256sum and tar`,
  ratio: (bare / seconds).toFixed(2),
  wanted: `≤ ${wanted.seconds} s`,
  reached: seconds <= wanted.seconds,
})

/** Incompressible, distinct files; a row references each as a file of a proof. */
async function fillFiles(dataDir: string) {
  const noise = randomBytes(64_000_000)
  const folder = join(dataDir, 'files', 'proofs')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = Array.from({ length: files }, () => randomBytes(16).toString('hex'))
  for (const name of names) {
    const start = randomInt(noise.length - fileSize)
    const bytes = Buffer.concat([Buffer.from(name), noise.subarray(start + name.length, start + fileSize)])
    await writeFile(join(folder, `${name}.jpg`), bytes, { mode: 0o600 })
  }
  const database = await joinEmbedded({ dataDir })
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(
    `with company as (
       insert into companies (name, contact_person_name, email, phone, created_at, updated_at)
       values ('Backed up', 'Ada Lovelace', 'ada@mail.test', '+59991234567', now(), now()) returning id
     )
     insert into uploads (path, company_id, purpose, file_name, type, size, state, grant_hash, grant_expires_at, created_at, stored_at, prepared_at)
     select 'proofs/' || name || '.jpg', company.id, 'proof', 'run.jpg', 'image/jpeg', $2, 'claimed', 'hash', now(), now(), now(), now()
     from company, unnest($1::text[]) as name`,
    [names, fileSize],
  )
  await client.end()
  await database.stop()
}

async function secondsOf(
  command: string,
  args: string[],
  { cwd, env }: { cwd?: string; env?: Record<string, string> },
) {
  const begun = performance.now()
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`)
  return (performance.now() - begun) / 1_000
}

/** Open loop: calls every 20 ms whether or not earlier ones were answered, so latency includes the time in a queue. */
async function p99While(call: () => Promise<void>, work: Promise<unknown>): Promise<number> {
  const times: number[] = []
  const calls: Promise<unknown>[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  done.catch(() => undefined)
  for (let due = performance.now(); !isDone; due += 20) {
    await delay(Math.max(0, due - performance.now()))
    const answered = call().then(() => times.push(performance.now() - due))
    // Handled by `Promise.all` below; this avoids an unhandled rejection until then.
    answered.catch(() => undefined)
    calls.push(answered)
  }
  await done
  await Promise.all(calls)
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.POSITIVE_INFINITY
}
