// `npm run test:deploy`: tests the image, the compose file, the proxies and the alerts on this machine. `-- image` runs
// the files with that name only.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { installPackages } from '../rig/packages.mjs'

const programs = {
  podman: 'podman',
  buildah: 'buildah',
  runc: 'runc',
  catatonit: 'catatonit',
  dockerd: 'docker.io',
  iptables: 'iptables',
  ip: 'iproute2',
  debootstrap: 'debootstrap',
  nginx: 'nginx',
  caddy: 'caddy',
  openssl: 'openssl',
  promtool: 'prometheus',
}

const mayInstall = process.platform === 'linux' && process.getuid?.() === 0
const packages = Object.keys(programs)
  .filter((program) => spawnSync('which', [program]).status !== 0)
  .map((program) => programs[program])
if (!mayInstall) {
  if (packages.length > 0)
    console.error(`Please install:\n  sudo apt-get install --no-install-recommends ${packages.join(' ')}`)
  console.error('test:deploy makes an image and runs containers: it needs root on Debian.')
  process.exit(1)
}
if (packages.length > 0) {
  const status = installPackages(packages)
  if (status !== 0) process.exit(status)
}

// Processes and mounts of the tests end with their namespace in every case; their files are in this folder. Its path is
// short: Podman allows 50 characters.
const folder = mkdtempSync('/var/tmp/week-deploy-')
const vitest = ['npx', 'vitest', 'run', '--config', 'scripts/deploy/vitest.config.ts', ...process.argv.slice(2)]
const namespace = ['--mount', '--propagation=private', '--pid', '--fork', '--kill-child', '--mount-proc']
// The shell is the namespace's init process and reaps orphans.
const tests = spawn('unshare', [...namespace, 'sh', '-c', '"$@"; exit $?', 'sh', ...vitest], {
  stdio: 'inherit',
  // One file at a time: they share the images.
  env: { ...process.env, DEPLOY_FOLDER: folder, VITEST_MAX_WORKERS: '1' },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => tests.kill('SIGKILL'))
tests.on('exit', (status) => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(status ?? 1)
})
