// `npm run test:cluster`: both journeys in a real browser, live topics and sessions, on three nodes behind nginx with
// production engines. `-- sessions` runs the files with that name only.
import { spawn } from 'node:child_process'
import { withCluster } from './run-command.ts'
import { describeCluster } from './tests/described-cluster.ts'

await withCluster('test:cluster', async (cluster) => {
  const args = ['playwright', 'test', '--config', 'scripts/cluster/playwright.config.ts', ...process.argv.slice(2)]
  const child = spawn('npx', args, {
    stdio: 'inherit',
    env: { ...process.env, NODE_EXTRA_CA_CERTS: cluster.proxy.certificate, TEST_CLUSTER: describeCluster(cluster) },
  })
  return new Promise<number>((resolve) => child.on('exit', (status) => resolve(status ?? 1)))
})
