import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Started = { port: number; child: ChildProcess; stop(): Promise<void> }

// Without a listener a signal ends the command at once, and what it started goes on.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Resolves when it has said where it listens. It ends with this process at the latest. */
export async function waitForPort(
  child: ChildProcess,
  sign: RegExp,
  after: () => void = () => undefined,
): Promise<Started> {
  const onExit = () => void child.kill()
  process.once('exit', onExit)
  child.once('exit', () => process.off('exit', onExit))
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    child.stdout?.on('data', (chunk) => {
      said += chunk
      const match = sign.exec(said)
      if (match) resolve(Number(match[1]))
    })
    child.on('exit', (code) => reject(new Error(`ended with ${code}: ${said}`)))
  })
  return {
    port,
    child,
    stop: () =>
      new Promise((resolve) => {
        const end = () => {
          after()
          resolve()
        }
        // Ctrl-C reaches it too.
        if (child.exitCode !== null || child.signalCode !== null) return end()
        child.removeAllListeners('exit')
        child.on('exit', end)
        child.kill('SIGTERM')
      }),
  }
}

export const admin = { email: 'bench@week.test', password: 'Lanes-and-sun-42' }

/** The session of the administrator. */
export async function logIn(base: string): Promise<string> {
  const reply = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  })
  return reply.headers.get('set-cookie')?.split(';')[0] ?? ''
}

/** The product as it is started by anybody, on an empty data folder of its own or on the one that is given. */
export async function startProduct(more: Record<string, string> = {}): Promise<Started & { dataDir: string }> {
  const dataDir = more.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'week-bench-'))
  const port = await freePort()
  const env: Record<string, string | undefined> = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LOG_LEVEL: 'error',
    ...more,
  }
  // BENCH_PROFILE names a folder for the processor profile of the product.
  const profileTo = env.BENCH_PROFILE
  const profile = profileTo ? ['--cpu-prof', `--cpu-prof-dir=${profileTo}`] : []
  // BENCH_PRELOAD names a module that is loaded before the product.
  const preload = env.BENCH_PRELOAD ? ['--import', pathToFileURL(env.BENCH_PRELOAD).href] : []
  const child = spawn(process.execPath, [...profile, ...preload, 'scripts/start.mjs'], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const product = await waitForPort(child, /is running at http:\/\/localhost:(\d+)/, () => {
    if (!more.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...product, dataDir }
}

export function startTraceSink(): Promise<Started> {
  const child = spawn(process.execPath, ['scripts/bench/measuring/trace-sink.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return waitForPort(child, /listening (\d+)/)
}

export function startPlainRegistrations(databaseUrl: string, eventId: string): Promise<Started> {
  const script = 'scripts/bench/measuring/plain-registrations.mjs'
  const child = spawn(process.execPath, ['--import', 'tsx', script, databaseUrl, eventId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return waitForPort(child, /listening (\d+)/)
}

export function startBare(bodyFile: string, folder: string): Promise<Started> {
  const child = spawn(process.execPath, ['scripts/bench/measuring/bare.mjs', bodyFile, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return waitForPort(child, /listening (\d+)/)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
