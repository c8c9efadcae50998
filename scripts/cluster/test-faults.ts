// `npm run test:faults`: faults under load on the cluster of test:cluster. `-- kill-node switchover` tries those only;
// `--write` puts the figures into docs/faults.md.

import type { Cluster } from './cluster.ts'
import { killAsynchronousPrimary, tamper } from './faults/controls.ts'
import { faults } from './faults/faults.ts'
import { header, rowOf, writeRows } from './faults/report.ts'
import { type Result, tryFault, waitForWrites } from './faults/try-fault.ts'
import { withCluster } from './run-command.ts'

type Trial = { title: string; run(cluster: Cluster): Promise<Result>; faultsOf(result: Result): string[] }

const counts = ({ lost, doubled, isVerified, verified }: Result) => [
  ...(lost > 0 ? [`${lost} acknowledged writes are lost`] : []),
  ...(doubled > 0 ? [`${doubled} writes are there twice`] : []),
  ...(isVerified ? [] : [`the ledger disagrees: ${verified}`]),
]

const trials: Record<string, Trial> = Object.fromEntries(
  Object.entries(faults).map(([name, { title, run, isUnnoticed, compareMails }]) => [
    name,
    {
      title,
      run: (cluster: Cluster) =>
        tryFault(cluster, {
          run: () => run(cluster),
          compareMails: compareMails && (({ acknowledged }) => compareMails(cluster, acknowledged)),
        }),
      faultsOf: (result: Result) => [
        ...counts(result),
        ...(isUnnoticed && result.failed.length > 0 ? [`${result.failed.length} requests failed`] : []),
        ...(result.mails && result.mails.lost > 0 ? [`${result.mails.lost} emails are lost`] : []),
      ],
    },
  ]),
)

// Red controls: the comparison must detect both. The second corrupts the ledger and therefore runs last.
trials['control-asynchronous'] = {
  title: 'control: kill -9 of a primary without a synchronous standby',
  run: (cluster) =>
    tryFault(cluster, { run: (load) => killAsynchronousPrimary(cluster, () => waitForWrites(load, 10)) }),
  faultsOf: ({ lost }) => (lost > 0 ? [] : ['a lost write was not noticed']),
}
trials['control-tampering'] = {
  title: 'control: one write removed and one repeated by hand',
  run: (cluster) =>
    tryFault(cluster, {
      run: async () => Date.now(),
      afterLoad: ({ acknowledged }) => tamper(cluster, acknowledged),
    }),
  faultsOf: ({ lost, doubled, isVerified }) => [
    ...(lost === 1 ? [] : [`${lost} lost writes were noticed instead of 1`]),
    ...(doubled === 1 ? [] : [`${doubled} doubled writes were noticed instead of 1`]),
    ...(isVerified ? ['verify did not notice the repeated entry'] : []),
  ],
}

const given = process.argv.slice(2)
const wanted = given.filter((word) => word !== '--write')
const unknown = wanted.filter((name) => !(name in trials))
if (unknown.length > 0) {
  console.error(`There is no fault ${unknown.join(', ')}. The faults are: ${Object.keys(trials).join(', ')}.`)
  process.exit(2)
}

await withCluster('test:faults', async (cluster) => {
  const rows = new Map<string, string>()
  const found: string[] = []
  for (const [name, { title, run, faultsOf }] of Object.entries(trials)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    console.log(`\n${title} …`)
    try {
      const result = await run(cluster)
      rows.set(name, rowOf(name, title, result))
      found.push(...faultsOf(result).map((sentence) => `${name}: ${sentence}`))
      console.log(rows.get(name))
      console.log(`verify: ${result.verified}; failed tries: ${summary(result.failed)}`)
    } catch (error) {
      found.push(`${name}: ${error instanceof Error ? error.message : error}`)
      console.error(found.at(-1))
    }
  }
  console.log(`\n${header}\n${[...rows.values()].join('\n')}\n`)
  for (const sentence of found) console.error(sentence)
  if (given.includes('--write')) writeRows(rows)
  return found.length === 0 ? 0 : 1
})

function summary(failed: string[]): string {
  const times = new Map<string, number>()
  for (const sentence of failed) times.set(sentence, (times.get(sentence) ?? 0) + 1)
  return [...times].map(([sentence, count]) => `${count} × ${sentence}`).join(', ') || 'none'
}
