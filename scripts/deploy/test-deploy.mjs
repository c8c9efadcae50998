// `npm run test:deploy`: the steps of the Dockerfile, the proxies and the chart, tried on this machine. `-- image` runs the files with that name only.
import { spawnSync } from 'node:child_process'

const programs = {
  debootstrap: 'debootstrap',
  nginx: 'nginx',
  caddy: 'caddy',
  'systemd-analyze': 'systemd',
  openssl: 'openssl',
  promtool: 'prometheus',
}

if (process.platform !== 'linux' || process.getuid?.() !== 0) {
  console.error('test:deploy makes a root of its own and changes into it: it needs root on Debian.')
  process.exit(1)
}
const missing = Object.entries(programs).filter(([program]) => spawnSync('which', [program]).status !== 0)
if (missing.length > 0) {
  const packages = missing.map(([, name]) => name)
  console.log(`Installing ${packages.join(' ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const { status } = spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) process.exit(status ?? 1)
}
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--config', 'scripts/deploy/vitest.config.ts', ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
)
process.exit(status ?? 1)
