import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, inject, test } from 'vitest'
import { startEmbedded } from '../platform/database/embedded.ts'
import { freePort, run } from '../testing/product.ts'
import { aFolder, goodPassword, withDatabase } from '../testing.ts'

const signUp = (port: string, email: string) =>
  fetch(`http://127.0.0.1:${port}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email,
      password: goodPassword,
      confirmPassword: goodPassword,
      companyName: 'Acme Ltd',
      contactPersonName: 'Ada Lovelace',
      phone: '+59991234567',
    }),
  })

async function emptyDatabase(): Promise<string> {
  const admin = new pg.Client({ connectionString: inject('databaseUrl') })
  await admin.connect()
  const name = `${inject('templateName')}_p${Date.now()}`
  await admin.query(`create database ${name}`)
  await admin.end()
  return withDatabase(inject('databaseUrl'), name)
}

describe('the process', () => {
  test('starts again and stays below 200 MB', async () => {
    const DATA_DIR = aFolder()
    const first = run({ DATA_DIR, PORT: await freePort() })
    await first.ready
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const PORT = await freePort()
    const second = run({ DATA_DIR, PORT })
    await second.ready
    expect((await fetch(`http://127.0.0.1:${PORT}/api/healthz`)).status).toBe(200)

    await new Promise((resolve) => setTimeout(resolve, 1_000))
    const megabytes = residentMegabytes(second.child.pid)
    console.log(`idle memory ${megabytes.toFixed(0)} MB`)
    expect(megabytes).toBeLessThan(200)
  })

  test('tells how to become the first administrator, once', async () => {
    const DATA_DIR = aFolder()
    const PORT = await freePort()
    const product = run({ DATA_DIR, PORT })
    await product.ready
    const token = await eventually(() => product.output.join('').match(/\/login\?setup=([\w-]+)/)?.[1])
    const person = {
      token,
      email: 'a@week.test',
      firstName: 'A',
      lastName: 'B',
      password: goodPassword,
      confirmPassword: goodPassword,
    }
    const become = () =>
      fetch(`http://127.0.0.1:${PORT}/api/auth/first-administrator`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(person),
      })

    expect((await become()).status).toBe(201)
    expect((await become()).status).toBe(409)
  })

  test('refuses to start with one line for each mistake in its environment', async () => {
    const product = run({ PORT: 'eighty', PUBLIC_URL: 'week', TIME_ZONE: 'Mars/Olympus', ADMIN_EMAIL: 'a@b.test' })

    expect(await product.ended).toBe(1)
    const lines = product.output.join('').trim().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines.join('\n')).toMatch(/^PORT .*\nPUBLIC_URL .*\nTIME_ZONE /)
  })

  test('says so when the port is taken', async () => {
    const PORT = await freePort()
    const other = createServer().listen(Number(PORT), '127.0.0.1')
    const product = run({ DATA_DIR: aFolder(), PORT })

    expect(await product.ended).toBe(1)
    expect(product.output.join('')).toContain(`Port ${PORT} is taken`)
    other.close()
  })

  test('migrates once when two processes start at the same moment', async () => {
    const DATABASE_URL = await emptyDatabase()
    const ports = [await freePort(), await freePort(), await freePort()]

    const DATA_DIR = aFolder()
    const products = ports.map((PORT) => run({ DATABASE_URL, PORT, DATA_DIR }))
    await Promise.all(products.map(({ ready }) => ready))

    const statuses = await Promise.all(
      ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/api/readyz`)).status),
    )
    expect(statuses).toEqual([200, 200, 200])
  })

  test('loses nothing it acknowledged when it is killed in the middle', async () => {
    const DATA_DIR = aFolder()
    const acknowledged = new Set<string>()
    for (let round = 0; round < 3; round++) {
      const PORT = await freePort()
      const product = run({ DATA_DIR, PORT })
      await product.ready
      let killed = false
      const clients = Array.from({ length: 8 }, async (_, client) => {
        for (let n = 0; !killed; n++) {
          const email = `r${round}c${client}n${n}@mail.test`
          const reply = await signUp(PORT, email).catch(() => undefined)
          if (reply?.status === 201) acknowledged.add(email)
        }
      })
      const before = acknowledged.size
      await eventually(() => (acknowledged.size >= before + 5 ? true : undefined))
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 500))
      product.child.kill('SIGKILL')
      killed = true
      await Promise.all(clients)
    }

    const database = await startEmbedded({ dataDir: DATA_DIR })
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const { rows } = await client.query<{ email: string }>('select email from users')
    await client.end()
    await database.stop()
    const stored = new Set(rows.map((row) => row.email))
    expect(acknowledged.size).toBeGreaterThan(10)
    expect([...acknowledged].filter((email) => !stored.has(email))).toEqual([])
    expect(rows).toHaveLength(stored.size)
  })

  test('outlives its database: 503 while it is away, and goes on by itself', async () => {
    const database = await startEmbedded({ dataDir: aFolder() })
    const PORT = await freePort()
    const product = run({ DATABASE_URL: database.url, PORT, DATA_DIR: aFolder() })
    await product.ready
    const statuses = new Map<number, number>()
    let over = false
    const load = Array.from({ length: 10 }, async (_, client) => {
      for (let n = 0; !over; n++) {
        const reply = await signUp(PORT, `l${client}n${n}@mail.test`)
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        await reply.text()
      }
    })
    const killer = new pg.Client({ connectionString: database.url })
    await killer.connect()
    killer.on('error', () => undefined)
    for (let time = 0; time < 3; time++) {
      const before = statuses.get(201) ?? 0
      await eventually(() => ((statuses.get(201) ?? 0) > before ? true : undefined))
      await killer.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and usename = current_user and datname = current_database()',
      )
    }
    await killer.end()
    over = true
    await Promise.all(load)
    await database.stop()

    const away = await fetch(`http://127.0.0.1:${PORT}/api/readyz`)
    expect(away.status).toBe(503)
    expect(await away.json()).toEqual({ status: 'unavailable', failing: ['database', 'live'] })
    expect((await signUp(PORT, 'while-away@mail.test')).status).toBe(503)
    expect((await fetch(`http://127.0.0.1:${PORT}/api/healthz`)).status).toBe(200)
    expect(product.child.exitCode).toBeNull()
    expect([...statuses.keys()].filter((status) => ![201, 429, 503].includes(status))).toEqual([])
    expect(statuses.get(201)).toBeGreaterThan(0)
  })
})

function residentMegabytes(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) / 1024
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  for (let tries = 0; tries < 1_200; tries++) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it never came')
}
