import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { findBinaries } from './binaries.ts'
import { chooseServerUser, passwordOf, prepareCluster } from './cluster.ts'
import { folderProblem } from './files.ts'
import { DataFolderInUse, lockDataFolder, urlOfHolder } from './lock.ts'
import { startPostmaster, trimLog } from './postmaster.ts'
import { ensureRoleAndDatabase, productUrl } from './roles.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'
import { keepRunning } from './supervisor.ts'

export type EmbeddedDatabase = { url: string; stop(): Promise<void> }

export type Options = {
  dataDir: string
  /** Commands may join the server that already runs on this folder; it keeps running. */
  mayJoin?: boolean
  database?: string
  maxConnections?: number
  /** The folder of another PostgreSQL, for data of an older version. */
  binariesFolder?: string
  log?: (line: string) => void
}

/**
 * Starts (or takes over) the private PostgreSQL of this data folder. Rejects with a sentence while another process uses
 * the folder, unless `mayJoin` is set.
 */
export async function openEmbedded(options: Options): Promise<EmbeddedDatabase> {
  try {
    return await start(options)
  } catch (error) {
    if (!options.mayJoin || !(error instanceof DataFolderInUse)) throw error
    const url = await urlOfHolder(await realpath(options.dataDir), 60_000)
    if (!url) throw error
    return { url, stop: async () => {} }
  }
}

async function start(options: Options): Promise<EmbeddedDatabase> {
  const { database = 'sports_week', maxConnections = 60, log = () => {} } = options
  const dataFolder = resolve(options.dataDir)
  const undo: (() => Promise<void>)[] = []
  const undoAll = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    await mkdir(dataFolder, { recursive: true })
    const dataDir = await realpath(dataFolder)
    // Resolve the link of a database that was moved to a bigger disk.
    const dbDir = await realpath(join(dataDir, 'db')).catch(() => join(dataDir, 'db'))
    const lock = await lockDataFolder(dataDir, log)
    undo.push(lock.release)

    const runAs = await chooseServerUser(dbDir)
    const binaries = await findBinaries(runAs, options.binariesFolder)
    const socketFolder = await makeSocketFolder(dataDir, runAs)
    undo.push(() => removeSocketFolder(dataDir, socketFolder))
    await prepareCluster(dataDir, dbDir, binaries, runAs, socketFolder)

    const site = { dataDir, dbDir, socketFolder, binaries, runAs, maxConnections, log }
    const server = await keepRunning(() => startPostmaster(site), log)
    undo.push(server.stop)
    const door = { socketFolder, database, password: await passwordOf(dbDir) }
    await ensureRoleAndDatabase(door)
    const url = productUrl(door)
    await lock.announce(url)

    const housekeeping = setInterval(() => void trimLog(dataDir).catch(() => {}), 3_600_000).unref()
    undo.push(async () => clearInterval(housekeeping))
    let stopped: Promise<void> | undefined
    return {
      url,
      stop: () => {
        stopped ??= undoAll()
        return stopped
      },
    }
  } catch (error) {
    await undoAll()
    throw folderProblem(dataFolder, error)
  }
}
