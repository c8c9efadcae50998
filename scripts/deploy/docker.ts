import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeBaseRoot } from './base-image.ts'
import { sh } from './shell.ts'

const tools = '/var/tmp/sports-week-deploy/docker'

/**
 * A separate Docker daemon in this folder without a network, so that ports and firewall rules of the machine stay
 * unchanged.
 */
export async function startDocker(work: string) {
  fetchTools()
  for (const folder of ['docker', 'run']) mkdirSync(join(work, folder))
  const given = [
    ...[
      `--host=unix://${work}/socket`,
      `--data-root=${work}/docker`,
      `--exec-root=${work}/run`,
      `--pidfile=${work}/pid`,
    ],
    ...['--exec-opt=native.cgroupdriver=cgroupfs', '--log-level=error'],
    // Low limits: a machine may forbid raising them.
    ...['--default-ulimit=nofile=1024:4096', '--default-ulimit=nproc=1024:1024'],
  ]
  const script = 'ip link set lo up; mount -t tmpfs tmpfs /run; exec dockerd "$@"'
  const daemon = spawn('unshare', ['--net', '--mount', 'sh', '-euc', script, 'sh', ...given], { stdio: 'ignore' })
  for (let tries = 0; tries < 300 && !existsSync(join(work, 'socket')); tries++) await sleep(200)
  const env = {
    ...process.env,
    PATH: `${tools}/usr/bin:${process.env.PATH}`,
    DOCKER_HOST: `unix://${work}/socket`,
    DOCKER_CONFIG: join(tools, 'config'),
  }
  return { daemon, env }
}

/** `docker` and `docker compose` of Debian 13 on any machine: `compose.yaml` needs Compose 2.24. */
function fetchTools() {
  if (existsSync(join(tools, 'config'))) return
  mkdirSync(tools, { recursive: true })
  sh(
    `chroot "$1" sh -euc 'cd /tmp; apt-get update -qq; apt-get download -qq docker-cli docker-compose; rm -rf /var/lib/apt/lists/*'
    for package in "$1"/tmp/*.deb; do dpkg-deb --extract "$package" "$2"; rm "$package"; done
    mkdir -p "$2/draft/cli-plugins"
    cp "$2/usr/libexec/docker/cli-plugins/docker-compose" "$2/draft/cli-plugins/"
    mv "$2/draft" "$2/config"`,
    makeBaseRoot(),
    tools,
  )
}

/** Runs a program in the network namespace of this Docker, where its published ports are. */
export const besideDocker = (daemon: ChildProcess, program: string, ...given: string[]) =>
  sh('target=$1; shift; nsenter --target "$target" --net "$@"', String(daemon.pid), program, ...given)
