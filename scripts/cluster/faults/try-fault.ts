import { execFile } from 'node:child_process'
import pg from 'pg'
import { until } from '../../rig/processes.ts'
import type { Cluster } from '../cluster.ts'
import { compareAcknowledged } from './acknowledged.ts'
import type { MailComparison } from './faults.ts'
import { prepareTargets } from './targets.ts'
import { type Load, longestPause, startWriters } from './writers.ts'

export type Result = {
  acknowledged: number
  lost: number
  doubled: number
  /** Requests without a final answer; each was retried. */
  failed: string[]
  longestPauseMs: number
  readyMs: number
  mails?: MailComparison
  /** The output of `npm run verify`. */
  verified: string
  isVerified: boolean
}

type Steps = {
  run(load: Load): Promise<number>
  /** Runs between the end of the load and the comparison. */
  afterLoad?(load: Load): Promise<void>
  compareMails?(load: Load): Promise<MailComparison>
}

const enough = 40

/** Writes before, during and after the fault; then compares every acknowledged write. */
export async function tryFault(cluster: Cluster, { run, afterLoad, compareMails }: Steps): Promise<Result> {
  const { proxy, product, postgres } = cluster
  const untilWhole = () =>
    until('three nodes and a standby', async () => (await postgres.isWhole()) && (await product.areReady()), {
      seconds: 180,
    })
  await untilWhole()
  const load = startWriters(proxy.url, proxy.certificate, await prepareTargets(cluster))
  const writeMore = async (seconds: number) => {
    const wanted = load.acknowledged.length + enough
    await until(`${enough} more acknowledged writes`, async () => load.acknowledged.length >= wanted, { seconds })
  }
  try {
    await writeMore(60)
    const beganAt = Date.now()
    const countFrom = await run(load)
    await untilWhole()
    const readyMs = Date.now() - countFrom
    await writeMore(90)
    const longestPauseMs = longestPause(load.acknowledgedAt, beganAt, Date.now())
    await load.stop()
    await afterLoad?.(load)
    const { acknowledged, lost, doubled } = await compare(cluster, load)
    const mails = await compareMails?.(load)
    const { failed } = load
    const counts = { acknowledged, lost: lost.length, doubled: doubled.length }
    return { ...counts, failed, longestPauseMs, readyMs, mails, ...(await verify(cluster)) }
  } finally {
    await load.stop()
  }
}

async function compare({ databaseUrl }: Cluster, { acknowledged }: Load) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await compareAcknowledged(client, acknowledged)
  } finally {
    await client.end()
  }
}

/**
 * Runs `npm run verify` as operators do, beside the running nodes. Asynchronous: its connections to the services pass
 * through this process.
 */
function verify({ product }: Cluster) {
  const env = { PATH: process.env.PATH, ...product.nodes[0]?.settings }
  return new Promise<Pick<Result, 'verified' | 'isVerified'>>((resolve) => {
    execFile(process.execPath, ['scripts/command.mjs', 'verify'], { env, timeout: 60_000 }, (error, stdout, stderr) => {
      const said = (stdout.trim() || stderr.trim()).split('\n')
      resolve({ verified: said.at(-1) ?? '', isVerified: error === null })
    })
  })
}

export const waitForWrites = async (load: Load, count: number) => {
  const wanted = load.acknowledged.length + count
  await until(`${count} more acknowledged writes`, async () => load.acknowledged.length >= wanted)
}
