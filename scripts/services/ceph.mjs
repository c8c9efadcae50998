// A private one-node Ceph (mon, osd in memory, S3 gateway) on loopback, for tests.
//   node scripts/services/ceph.mjs start DIR PORT | gateway-stop DIR | gateway-start DIR | stop DIR
// Uses PORT to PORT+2. Ends only processes in DIR's pid files, and only if they were started for DIR.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installCommand, installMissing } from '../rig/packages.mjs'

export const key = { id: 'WEEKTESTKEY000000000', secret: 'week-test-secret-week-test-secret-week-t' }

const settings = (folder, port) => `[global]
fsid = ${randomUUID()}
mon host = ${monitor(port)}
keyring = ${folder}/keyring
public addr = 127.0.0.1
cluster addr = 127.0.0.1
run dir = ${folder}/run
admin socket = ${folder}/run/$name.asok
log file = ${folder}/log/$name.log
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
mon allow pool size one = true
mon max pg per osd = 2000
mon data avail crit = 1
auth allow insecure global id reclaim = false
[mon.a]
mon data = ${folder}/mon/a
[osd]
osd data = ${folder}/osd/$id
osd objectstore = memstore
memstore device bytes = 2147483648
[client.rgw.a]
rgw frontends = beast endpoint=127.0.0.1:${port}
rgw data = ${folder}/rgw
rgw run sync thread = false
`

const monitor = (port) => `[v2:127.0.0.1:${port + 2},v1:127.0.0.1:${port + 1}]`

/** Takes about a dozen seconds. */
export async function startCeph(folder, port) {
  for (const part of ['mon', 'osd/0', 'run', 'log', 'rgw']) mkdirSync(join(folder, part), { recursive: true })
  writeFileSync(join(folder, 'ceph.conf'), settings(folder, port))
  writeFileSync(join(folder, 'port'), String(port))
  const fsid = /fsid = (.+)/.exec(readFileSync(join(folder, 'ceph.conf'), 'utf8'))[1]
  const keyring = join(folder, 'keyring')
  run('ceph-authtool', ['--create-keyring', keyring, '--gen-key', '-n', 'mon.', '--cap', 'mon', 'allow *'])
  for (const name of ['client.admin', 'osd.0', 'client.rgw.a']) {
    const everything = ['mon', 'osd', 'mgr'].flatMap((part) => ['--cap', part, 'allow *'])
    run('ceph-authtool', [keyring, '--gen-key', '-n', name, ...everything])
  }
  run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', monitor(port), join(folder, 'monmap')])
  const inFolder = ['-c', join(folder, 'ceph.conf')]
  run('ceph-mon', [...inFolder, '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'), '--keyring', keyring])
  run('ceph-mon', [...inFolder, '-i', 'a', '--pid-file', join(folder, 'run/mon.pid')])
  const osd = randomUUID()
  run('ceph', [...inFolder, '--connect-timeout', '20', 'osd', 'new', osd])
  run('ceph-osd', [...inFolder, '-i', '0', '--mkfs', '--osd-uuid', osd])
  run('ceph-osd', [...inFolder, '-i', '0', '--pid-file', join(folder, 'run/osd.pid')])
  await startGateway(folder)
  const user = ['user', 'create', '--uid=app', '--display-name=app']
  run('radosgw-admin', [...inFolder, ...user, `--access-key=${key.id}`, `--secret-key=${key.secret}`])
}

async function startGateway(folder) {
  run('radosgw', ['-c', join(folder, 'ceph.conf'), '-n', 'client.rgw.a', '--pid-file', join(folder, 'run/rgw.pid')])
  const address = endpointOf(folder)
  for (let tries = 0; tries < 240; tries++) {
    if (
      await fetch(address).then(
        () => true,
        () => false,
      )
    )
      return
    await sleep(250)
  }
  throw new Error(`the gateway did not answer at ${address}; its log is in ${folder}/log`)
}

export const endpointOf = (folder) => `http://127.0.0.1:${readFileSync(join(folder, 'port'), 'utf8')}`

/** Like a power failure: requests under way are cut off. */
const killGateway = (folder) => end(folder, 'rgw', 'SIGKILL')

/** Stops the gateway first: without the others it hangs. */
export async function stopCeph(folder) {
  for (const part of ['rgw', 'osd', 'mon']) await end(folder, part, 'SIGTERM')
}

async function end(folder, part, signal) {
  const file = join(folder, `run/${part}.pid`)
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  const isOurs = () => {
    try {
      return pid > 0 && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch {
      return false
    }
  }
  if (!isOurs()) return
  process.kill(pid, signal)
  for (let tries = 0; tries < 40 && isOurs(); tries++) await sleep(100)
  if (isOurs()) process.kill(pid, 'SIGKILL')
  while (isOurs()) await sleep(50)
}

function run(program, args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] })
  if (error ?? status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`)
}

/** As root on Debian, installs it; elsewhere prints what to install. */
export function ensureCeph() {
  const missing = installMissing(['a Ceph gateway'])
  if (missing.length === 0) return
  console.error(`A Ceph gateway is needed. Please install, for instance:\n  sudo ${installCommand(missing)}`)
  process.exit(1)
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const [action, folder, port] = process.argv.slice(2)
  if (action === 'start') await startCeph(folder, Number(port))
  else if (action === 'gateway-stop') await killGateway(folder)
  else if (action === 'gateway-start') await startGateway(folder)
  else if (action === 'stop') await stopCeph(folder)
  else throw new Error('start DIR PORT | gateway-stop DIR | gateway-start DIR | stop DIR')
}
