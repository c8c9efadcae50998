import { type ChildProcess, spawn } from 'node:child_process'
import { copyFile, mkdir, open, readFile, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { workingFolder } from './cluster.ts'
import { textOf } from './files.ts'
import { cleanEnvironment, type Identity, runningProcess, waitForEnd } from './processes.ts'
import { clearSocketFolder, socketPort } from './socket-folder.ts'

type Site = {
  dataDir: string
  dbDir: string
  socketFolder: string
  binaries: Binaries
  runAs: Identity | undefined
  maxConnections: number
  log: (line: string) => void
}

export type Postmaster = { ended: Promise<string>; ready: Promise<void>; stop(): Promise<void> }

const readyWithinMs = 120_000
/** Lets closing clients finish; a cut connection would report an error that nobody can act on. */
const goodbyeMs = 200
const fastStopMs = 30_000
const immediateStopMs = 5_000
const logLimit = 10 * 1024 * 1024

/** Starts the server of this folder, after it has stopped and removed leftovers of a killed program. */
export async function startPostmaster(site: Site): Promise<Postmaster> {
  await clearLeftovers(site)
  await clearSocketFolder(site.socketFolder, site.runAs)
  const logFile = await openLog(site.dataDir)
  const logStart = (await logFile.stat()).size
  const child = spawn(site.binaries.postgres, await settings(site), {
    ...site.runAs,
    cwd: site.dbDir,
    env: cleanEnvironment,
    // Ctrl-C reaches the whole process group; the database must outlive the requests in flight.
    detached: true,
    stdio: ['ignore', logFile.fd, logFile.fd],
  })
  const end = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
  await logFile.close()
  // Stops the child when this process exits unexpectedly; after kill -9 the next start does it.
  const onExit = () => child.kill('SIGINT')
  process.once('exit', onExit)
  void end.then(() => process.off('exit', onExit))

  const ready = waitUntilReady(site, child, end, logStart)
  ready.catch(() => {})
  return { ended: end, ready, stop: () => stopChild(child, end) }
}

async function settings({ dbDir, socketFolder, maxConnections }: Site): Promise<string[]> {
  const values = {
    cluster_name: await clusterName(dbDir),
    listen_addresses: '',
    port: socketPort,
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: maxConnections,
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Details and statements contain email addresses; the program logs its errors itself.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...((await sharedMemoryIsMissing()) ? { dynamic_shared_memory_type: 'mmap' } : {}),
  }
  return ['-D', workingFolder(dbDir), ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

/** Marks the server's command line, so a reused process id of another program is recognised. */
async function clusterName(dbDir: string): Promise<string> {
  const { dev, ino } = await stat(dbDir, { bigint: true })
  return `sports-week-${dev}-${ino}`
}

async function sharedMemoryIsMissing(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const found = await stat('/dev/shm').catch(() => undefined)
  return !found?.isDirectory() || (found.mode & 0o002) === 0
}

async function clearLeftovers({ dbDir, log }: Site): Promise<void> {
  const pidFile = join(dbDir, 'postmaster.pid')
  const pid = Number.parseInt((await textOf(pidFile)) ?? '', 10)
  if (!pid) return
  const { command = '' } = (await runningProcess(pid)) ?? {}
  if (command.includes(`cluster_name=${await clusterName(dbDir)} `)) {
    log(`Stopping the PostgreSQL (process ${pid}) that a killed program left running.`)
    await stopOrphan(pid)
  } else if (/\/postgres /.test(command)) {
    // Another server may run, perhaps on this very folder; PostgreSQL checks that itself and refuses.
    return
  }
  await rm(pidFile, { force: true })
}

async function stopOrphan(pid: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      // The process ended meanwhile, or we may not stop it; waiting tells which.
    }
    if (await waitForEnd(pid, patience)) return
  }
  throw new Error(`A PostgreSQL (process ${pid}) still runs on this data folder and does not stop. Stop it by hand.`)
}

async function stopChild(child: ChildProcess, end: Promise<string>): Promise<void> {
  for (const [signal, patience] of [
    ['SIGTERM', goodbyeMs],
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
  ] as const) {
    child.kill(signal)
    const patienceEnds = new AbortController()
    const late = sleep(patience, true, patienceEnds).catch(() => true)
    const isLate = await Promise.race([end.then(() => false), late])
    patienceEnds.abort()
    if (!isLate) return
  }
  child.kill('SIGKILL')
  await end
}

async function waitUntilReady(site: Site, child: ChildProcess, end: Promise<string>, logStart: number): Promise<void> {
  let over: string | undefined
  void end.then((how) => {
    over = how
  })
  const deadline = Date.now() + readyWithinMs
  while (Date.now() < deadline) {
    if (over) throw new Error(await whyItEnded(site, over, logStart))
    const lines = ((await textOf(join(site.dbDir, 'postmaster.pid'))) ?? '').split('\n')
    if (Number(lines[0]) === child.pid && lines[7]?.startsWith('ready')) return
    await sleep(5)
  }
  throw new Error(
    `PostgreSQL was not ready after ${readyWithinMs / 1000} seconds. Its log is ${logPath(site.dataDir)}.`,
  )
}

async function whyItEnded({ dataDir }: Site, how: string, logStart: number): Promise<string> {
  const said = (await readFile(logPath(dataDir))).subarray(logStart).toString()
  if (/No space left on device/.test(said)) return `The disk is full: PostgreSQL cannot write to ${dataDir}.`
  const reason = said.match(/(?:FATAL|PANIC): +(.*)/)?.[1] ?? said.trim().split('\n').at(-1)
  return `PostgreSQL did not start: ${reason || how}. Its log is ${logPath(dataDir)}.`
}

const logPath = (dataDir: string) => join(dataDir, 'log', 'postgresql.log')

async function openLog(dataDir: string) {
  await mkdir(join(dataDir, 'log'), { recursive: true, mode: 0o700 })
  await trimLog(dataDir)
  return open(logPath(dataDir), 'a', 0o600)
}

/** The server appends to an open file, so truncate it in place; keep one copy of the old part. */
export async function trimLog(dataDir: string): Promise<void> {
  const path = logPath(dataDir)
  const size = (await stat(path).catch(() => undefined))?.size ?? 0
  if (size < logLimit) return
  await copyFile(path, `${path}.1`)
  await truncate(path)
}
