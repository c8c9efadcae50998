// Each fault begins, lasts and is repaired under write load. `run` returns once the repair is done or can start.

import { execFile } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../rig/processes.ts'
import type { Cluster } from '../cluster.ts'
import type { Write } from './acknowledged.ts'
import { compareMails } from './mails.ts'

export type MailComparison = { lost: number; doubled: number }

export type Fault = {
  title: string
  /** Returns the start of the recovery time: the fault itself, or the repair of a lasting fault. */
  run(cluster: Cluster): Promise<number>
  /** Requires that no request through the proxy fails. */
  isUnnoticed?: boolean
  compareMails?(cluster: Cluster, acknowledged: readonly Write[]): Promise<MailComparison>
}

const lasting = 10_000
const fillerName = 'filler'

type Line = keyof Cluster['lines']

/** Disturbs the connection to another service for ten seconds. */
async function disturb({ lines }: Cluster, name: Line, begin: (line: Cluster['lines'][Line]) => unknown) {
  await begin(lines[name])
  await sleep(lasting)
  const mendedAt = Date.now()
  await lines[name].restore()
  return mendedAt
}

async function killPrimary({ postgres }: Cluster) {
  const primary = await postgres.primary()
  const killedAt = Date.now()
  await postgres.kill(primary)
  await until('a new primary', async () => (await postgres.primary()) !== primary)
  postgres.restart(primary)
  return killedAt
}

/** Uses the library, not the program: that starts a child process which misses signals. Timers keep their pace. */
function clockMovedBy(offset: string): Record<string, string> {
  const paths = readdirSync('/usr/lib').map((folder) => `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`)
  const LD_PRELOAD = paths.find((path) => existsSync(path))
  if (!LD_PRELOAD) throw new Error('libfaketime is missing')
  return { LD_PRELOAD, FAKETIME: offset, DONT_FAKE_MONOTONIC: '1' }
}

export const faults: Record<string, Fault> = {
  'kill-node': {
    title: 'kill -9 of a node, started again at once',
    async run({ product }) {
      const [, node] = product.nodes
      if (!node) throw new Error('there is no second node')
      const killedAt = Date.now()
      await product.end(node, 'SIGKILL')
      product.restart(node)
      return killedAt
    },
  },
  'rolling-restart': {
    title: 'SIGTERM of all three nodes, one after the other',
    isUnnoticed: true,
    async run({ product }) {
      const beganAt = Date.now()
      for (const node of product.nodes) {
        await product.end(node, 'SIGTERM')
        product.restart(node)
        await until(`${node.name} after its restart`, () => product.isReady(node))
      }
      return beganAt
    },
  },
  'kill-primary': { title: 'kill -9 of the primary of PostgreSQL', run: killPrimary },
  switchover: {
    title: 'switchover to the standby',
    async run({ postgres }) {
      const before = await postgres.primary()
      const beganAt = Date.now()
      await postgres.switchover()
      await until('the new primary', async () => (await postgres.primary()) !== before)
      return beganAt
    },
  },
  'restart-pooler': {
    title: 'PgBouncer killed, started again after 2 s',
    async run({ pooler }) {
      await pooler.restart(2_000)
      return Date.now()
    },
  },
  'cut-listen': {
    title: 'connections for LISTEN cut for 10 s',
    run: (cluster) => disturb(cluster, 'listen', (line) => line.cut()),
  },
  'freeze-node': {
    title: 'a node frozen (SIGSTOP) for 10 s',
    async run({ product }) {
      const [, , node] = product.nodes
      node?.process.child.kill('SIGSTOP')
      await sleep(lasting)
      node?.process.child.kill('SIGCONT')
      return Date.now()
    },
  },
  'store-down': {
    title: 'store refuses connections for 10 s',
    run: (cluster) => disturb(cluster, 'store', (line) => line.cut()),
  },
  'store-slow': {
    title: 'store answers 1.5 s late for 10 s',
    run: (cluster) => disturb(cluster, 'store', (line) => line.delayAnswers(1_500)),
  },
  'store-silent': {
    title: 'store takes everything and is silent for 10 s',
    run: (cluster) => disturb(cluster, 'store', (line) => line.blackHole()),
  },
  'smtp-refusing': {
    title: 'mail server refuses connections for 10 s',
    run: (cluster) => disturb(cluster, 'smtp', (line) => line.cut()),
    compareMails,
  },
  'smtp-hanging': {
    title: 'mail server is silent for 10 s',
    run: (cluster) => disturb(cluster, 'smtp', (line) => line.blackHole()),
    compareMails,
  },
  'smtp-dropping': {
    title: 'mail server drops the line after the dot for 10 s',
    run: (cluster) => disturb(cluster, 'smtp', (line) => line.cutAfter(/\r\n\.\r\n/)),
    compareMails,
  },
  'disk-full': {
    title: 'disk of the primary full for 20 s',
    async run({ postgres }) {
      const { folder } = await postgres.primary()
      const filler = join(folder, fillerName)
      // Runs as the server's user: the last blocks may be reserved for root.
      const filling = ['--reuid=postgres', '--clear-groups', 'dd', 'if=/dev/zero', `of=${filler}`, 'bs=1M']
      // It ends with an error when the disk is full.
      await new Promise<void>((resolve) => execFile('setpriv', filling, () => resolve()))
      await sleep(2 * lasting)
      const mendedAt = Date.now()
      rmSync(filler, { force: true })
      return mendedAt
    },
  },
  clock: {
    title: 'clock of one node 2 days ahead, of another 2 days behind, for 20 s',
    async run({ product }) {
      const [, ahead, behind] = product.nodes
      if (!ahead || !behind) throw new Error('three nodes are needed')
      const restart = async (node: typeof ahead, clock: Record<string, string> = {}) => {
        await product.end(node, 'SIGTERM')
        product.restart(node, clock)
        await until(`an answer of ${node.name}`, async () => (await fetch(`${node.url}/api/healthz`)).ok)
      }
      await restart(ahead, clockMovedBy('+2d'))
      await restart(behind, clockMovedBy('-2d'))
      for (const node of [ahead, behind]) {
        const { headers } = await fetch(`${node.url}/api/healthz`)
        const away = Math.abs(Date.parse(headers.get('date') ?? '') - Date.now())
        if (!(away > 24 * 60 * 60_000)) throw new Error(`the clock of ${node.name} is right`)
      }
      await sleep(2 * lasting)
      const mendedAt = Date.now()
      await restart(ahead)
      await restart(behind)
      return mendedAt
    },
  },
}
