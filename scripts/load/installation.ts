import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { aCompany } from '../bench/files/uploads.ts'
import { logIn, type Started, startProduct } from '../bench/measuring/processes.ts'
import { anEvent } from '../bench/registrations.ts'
import { copySession } from '../bench/streams.ts'
import buildIfStale from '../build-if-stale.mjs'
import { fileHandlesNeeded, type Plan } from './plan.ts'

export type Node = { name: string; pid: number; base: string; port: number }

/** More of them end the oldest (platform/live/hub.ts). */
const streamsOfSession = 20
/** The uploads of one company share its quota and its list. */
const uploadsOfCompany = 5

export const metricsToken = 'load-reads-the-metrics'

/** So many nodes on one database and one folder of files, as in an installation without an S3 store, and what the load needs in them. */
export async function startInstallation(plan: Plan) {
  if (process.platform !== 'linux') throw new Error('This reads /proc and runs on Linux only.')
  requireFileHandles(fileHandlesNeeded(plan))
  buildIfStale()
  const steps: (() => unknown)[] = []
  const atStop = (step: () => unknown) => void steps.push(step)
  let stopped: Promise<void> | undefined
  const stopAll = async () => {
    for (const step of steps.toReversed()) await step()
  }
  /** The newest first. An interruption and the failure that it causes wait for the same end. */
  const stop = () => {
    stopped ??= stopAll()
    return stopped
  }
  let isInterrupted = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isInterrupted = true
      void stop().finally(() => process.exit(130))
    })
  const makeFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'week-load-'))
    atStop(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  try {
    // A node has 16 connections for requests and one to listen.
    const database = await startEmbedded({ dataDir: makeFolder(), maxConnections: 40 + 20 * plan.nodes })
    atStop(database.stop)
    const dataDir = makeFolder()
    const nodes: Node[] = []
    for (let n = 1; n <= plan.nodes; n++) {
      const started = await startNode(database.url, dataDir)
      atStop(started.stop)
      const base = `http://127.0.0.1:${started.port}`
      nodes.push({ name: `node ${n}`, pid: started.child.pid ?? 0, base, port: started.port })
    }
    const pool = new pg.Pool({ connectionString: database.url, max: 2 })
    atStop(() => pool.end())
    return {
      nodes,
      pool,
      databaseUrl: database.url,
      stop,
      atStop,
      wasInterrupted: () => isInterrupted,
      ...(await prepare(plan, nodes, pool)),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/** Behind a proxy, so that everyone registers from elsewhere, as on the day. */
function startNode(databaseUrl: string, dataDir: string): Promise<Started> {
  return startProduct({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  })
}

async function prepare(plan: Plan, nodes: Node[], pool: pg.Pool) {
  const base = nodes[0]?.base ?? ''
  if (!(await logIn(base))) throw new Error('the administrator cannot sign in')
  const eventId = await anEvent(base)
  // Not administrators: their screens hear of every registration, and there are never thousands of them.
  const audience = await aCompany(base, 'audience')
  const streamCookies = await copySession(pool, audience, Math.ceil(plan.streams / streamsOfSession))
  const uploadCookies: string[] = []
  for (let n = 0; n < Math.ceil(plan.uploads / uploadsOfCompany); n++)
    uploadCookies.push(await aCompany(base, `uploader${n}`))
  return { eventId, streamCookies, uploadCookies }
}

/** Node itself goes up to the hard limit; beyond that only a shell can. */
function requireFileHandles(needed: number) {
  const allowed = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (allowed && Number(allowed) < needed)
    throw new Error(
      `A process may open ${allowed} files here, and ${needed} are needed: raise it with \`ulimit -n ${needed}\`, or give fewer streams.`,
    )
}
