import { readFileSync } from 'node:fs'
import pg from 'pg'
import { startEmbedded } from '../../src/server/platform/database/embedded.ts'
import { copySession } from '../bench/streams.ts'
import buildIfStale from '../build-if-stale.mjs'
import { createCompany, createEvent, createPost } from '../rig/accounts.ts'
import { createCleanup } from '../rig/cleanup.ts'
import { startProduct } from '../rig/product.ts'
import { fileHandlesNeeded, type Plan } from './plan.ts'

export type Node = { name: string; pid: number; base: string; port: number }

/** The limit of open streams per session; more would end the oldest (platform/live/hub.ts). */
const streamsOfSession = 20
/** Uploads of one company share its quota and its list. */
const uploadsOfCompany = 5

export const metricsToken = 'load-reads-the-metrics'

/** Starts the nodes on one database and one files folder, as without an S3 store, and prepares the load's data. */
export async function startInstallation(plan: Plan) {
  if (process.platform !== 'linux') throw new Error('This reads /proc and runs on Linux only.')
  requireFileHandles(fileHandlesNeeded(plan))
  buildIfStale()
  const cleanup = createCleanup()
  cleanup.endOnSignal()
  try {
    // A node has 16 connections for requests and one to listen.
    const database = await startEmbedded({ dataDir: cleanup.folder('load'), maxConnections: 40 + 20 * plan.nodes })
    cleanup.add(database.stop)
    const dataDir = cleanup.folder('load')
    const nodes: Node[] = []
    for (let n = 1; n <= plan.nodes; n++) {
      const started = await startNode(database.url, dataDir)
      cleanup.add(started.stop)
      nodes.push({ name: `node ${n}`, pid: started.child.pid ?? 0, base: started.base, port: started.port })
    }
    const pool = new pg.Pool({ connectionString: database.url, max: 2 })
    cleanup.add(() => pool.end())
    return {
      nodes,
      pool,
      cleanup,
      ...(await prepare(plan, nodes, pool)),
    }
  } catch (error) {
    await cleanup.end()
    throw error
  }
}

export type Installation = Awaited<ReturnType<typeof startInstallation>>

/** Behind a proxy, so that everyone registers from a distinct address, as on the day. */
function startNode(databaseUrl: string, dataDir: string) {
  return startProduct({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  })
}

async function prepare(plan: Plan, nodes: Node[], pool: pg.Pool) {
  const post = createPost(nodes[0]?.base ?? '')
  const { id: eventId } = await createEvent(post)
  // Not administrators: their screens receive every registration, and there are never thousands of them.
  const audience = await createCompany(post, { name: 'audience', email: 'audience@mail.test' })
  const streamCookies = await copySession(pool, audience.cookie, Math.ceil(plan.streams / streamsOfSession))
  const uploadCookies: string[] = []
  for (let n = 0; n < Math.ceil(plan.uploads / uploadsOfCompany); n++) {
    const uploader = await createCompany(post, { name: `uploader${n}`, email: `uploader${n}@mail.test` })
    uploadCookies.push(uploader.cookie)
  }
  return { eventId, streamCookies, uploadCookies }
}

/** Node raises its limit to the hard limit; only a shell can raise that. */
function requireFileHandles(needed: number) {
  const allowed = /Max open files\s+\d+\s+(\d+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  if (allowed && Number(allowed) < needed)
    throw new Error(
      `A process may open ${allowed} files here, and ${needed} are needed: raise it with \`ulimit -n ${needed}\`, or give fewer streams.`,
    )
}
