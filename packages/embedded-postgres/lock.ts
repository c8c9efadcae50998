import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, readlink, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { failedWith, textOf } from './files.ts'
import { runningProcess } from './processes.ts'

const heartbeatMs = 2_000
const silenceMs = 6_000

/** The process that holds a data folder. Its process id is valid only within `place`: host, boot, container. */
type Holder = { pid: number; startTime: string; place: string; url?: string }

export type Lock = { announce(url: string): Promise<void>; release(): Promise<void> }

export class DataFolderInUse extends Error {
  readonly holder: Holder
  constructor(dataDir: string, holder: Holder) {
    super(
      `The data folder ${dataDir} is in use by another running program (process ${holder.pid}). Stop that one first, or set DATA_DIR to another folder.`,
    )
    this.holder = holder
  }
}

/**
 * At most one living process holds a data folder. The lock is a folder with one uniquely named file, taken by an atomic
 * rename. The rename fails unless the target is missing or empty. A dead holder's file is removed by its name, so
 * nobody removes a newer lock.
 */
export async function lockDataFolder(dataDir: string, log: (line: string) => void): Promise<Lock> {
  const folder = join(dataDir, 'lock')
  const here = await thisPlace()
  const startTime = (await runningProcess(process.pid))?.startTime ?? ''
  const me: Holder = { pid: process.pid, startTime, place: here }
  const name = `${process.pid}-${randomUUID()}`
  const refuse = () => refuseWhileHeld(dataDir, here, log)
  await refuse()

  const claim = await mkdtemp(`${folder}.`)
  try {
    await writeFile(join(claim, name), JSON.stringify(me), { mode: 0o600 })
    while (!(await tryMove(claim, folder))) await refuse()
  } catch (error) {
    await rm(claim, { recursive: true, force: true })
    throw error
  }

  const file = join(folder, name)
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, heartbeatMs)
  heartbeat.unref()

  return {
    async announce(url) {
      const draft = join(dataDir, 'lock.draft')
      await writeFile(draft, JSON.stringify({ ...me, url }), { mode: 0o600 })
      await rename(draft, file)
    },
    async release() {
      clearInterval(heartbeat)
      await rm(file, { force: true })
      await rmdir(folder).catch(() => {})
    },
  }
}

/** Waits until the holder writes its database URL. Undefined when the holder ended meanwhile. */
export async function urlOfHolder(dataDir: string, waitMs: number): Promise<string | undefined> {
  const deadline = Date.now() + waitMs
  const here = await thisPlace()
  while (Date.now() < deadline) {
    const current = await readHolder(join(dataDir, 'lock'))
    if (!current || !(await isAlive(current, here))) return undefined
    if (current.holder?.place !== here) return undefined
    if (current.holder.url) return current.holder.url
    await sleep(50)
  }
  return undefined
}

async function tryMove(claim: string, folder: string): Promise<boolean> {
  try {
    await rename(claim, folder)
    return true
  } catch (error) {
    if (failedWith(error, 'ENOTEMPTY', 'EEXIST')) return false
    throw error
  }
}

async function refuseWhileHeld(dataDir: string, here: string, log: (line: string) => void): Promise<void> {
  const current = await readHolder(join(dataDir, 'lock'))
  if (!current) return
  if (current.holder && current.holder.place !== here) {
    log('Another container or computer used this data folder; waiting to see whether it still does.')
  }
  if (current.holder && (await isAlive(current, here))) throw new DataFolderInUse(dataDir, current.holder)
  await rm(current.file, { force: true })
}

type Found = { file: string; holder: Holder | undefined }

async function readHolder(folder: string): Promise<Found | undefined> {
  try {
    const [name] = await readdir(folder)
    if (!name) return undefined
    const file = join(folder, name)
    const text = await textOf(file)
    return text === undefined ? undefined : { file, holder: parse(text) }
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined
    throw error
  }
}

/** After a power cut the file may be empty; its writer has ended as well. */
function parse(text: string): Holder | undefined {
  try {
    const { pid, startTime, place, url } = JSON.parse(text)
    return Number.isInteger(pid) ? { pid, startTime, place, url } : undefined
  } catch {
    return undefined
  }
}

async function isAlive({ file, holder }: Found, here: string): Promise<boolean> {
  if (!holder) return false
  if (holder.place === here) return (await runningProcess(holder.pid))?.startTime === holder.startTime
  return beats(file)
}

/** Process ids of another container on the same volume mean nothing here, so check its heartbeat. */
async function beats(file: string): Promise<boolean> {
  const lastBeat = async () => (await stat(file).catch(() => undefined))?.mtimeMs
  const first = await lastBeat()
  if (first === undefined || Math.abs(Date.now() - first) > 10 * silenceMs) return false
  const deadline = Date.now() + silenceMs
  while (Date.now() < deadline) {
    await sleep(100)
    const beat = await lastBeat()
    if (beat === undefined) return false
    if (beat !== first) return true
  }
  return false
}

async function thisPlace(): Promise<string> {
  if (process.platform !== 'linux') return 'this computer'
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${boot.trim()} ${namespace}`
}
