import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const nodeVersion = '24.21.0'
const npmVersion = '11.19.1'
const cache = '/var/tmp/sports-week-deploy'

export const sh = (script: string, ...given: string[]) =>
  execFileSync('bash', ['-euo', 'pipefail', '-c', script, 'bash', ...given], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim()

/**
 * What stands for the image `node:24-trixie-slim`: a Debian of nothing but its essential packages, Node and npm from the registry, and
 * the user `node`. Made once and kept, since it takes a minute or two.
 */
export function prepareBaseRoot(): string {
  const base = join(cache, `base-${nodeVersion}`)
  if (existsSync(base)) return base
  const draft = `${base}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  sh('debootstrap --variant=minbase trixie "$1" > "$1.log"', draft)
  const system = process.arch === 'arm64' ? 'arm64' : 'x64'
  const fetch = 'cd "$(mktemp -d)"; tar xzf "$(npm pack --silent "$1")"'
  sh(`${fetch}; install -m 755 package/bin/node "$2/usr/local/bin/node"`, `node-linux-${system}@${nodeVersion}`, draft)
  sh(
    `${fetch}; mkdir -p "$2/usr/local/lib/node_modules"; mv package "$2/usr/local/lib/node_modules/npm"`,
    `npm@${npmVersion}`,
    draft,
  )
  sh(
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"; chmod +x "$1"/usr/local/lib/node_modules/npm/bin/*.js',
    draft,
  )
  sh(
    'chroot "$1" useradd --create-home --uid 1000 node; rm -rf "$1"/var/cache/apt/archives/*.deb "$1"/var/lib/apt/lists/*',
    draft,
  )
  renameSync(draft, base)
  return base
}

type RunOptions = {
  command: string[]
  cwd?: string
  env?: Record<string, string>
  /** As this user without any capability and on a root that cannot be written; without it as root who may write. */
  user?: string
  /** Folders of this machine by their place in the root. */
  mounts?: Record<string, string>
  input?: string
}

/** Starts a program in a root, in mounts of its own that end with it. The network and the processes are those of this machine. */
export function startInRoot(root: string, { command, cwd = '/', env = {}, user, mounts = {} }: RunOptions) {
  for (const place of Object.keys(mounts)) mkdirSync(join(root, place), { recursive: true })
  const script = [
    'root=$1 cwd=$2; shift 2',
    'mount --bind "$root" "$root"',
    user ? 'mount -o remount,bind,ro "$root"' : '',
    'mount --bind /dev "$root/dev"; mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"; mount -t proc proc "$root/proc"',
    ...Object.entries(mounts).map(([place, folder]) => `mount --bind '${folder}' "$root${place}"`),
    `exec chroot "$root" ${user ? asUser(user) : ''} sh -c 'cd "$0" && exec "$@"' "$cwd" "$@"`,
  ].join('\n')
  return spawn('unshare', ['--mount', '--propagation=private', 'sh', '-euc', script, 'sh', root, cwd, ...command], {
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', ...env },
  })
}

const asUser = (user: string) => {
  const [uid, gid] = user.split(':')
  return `setpriv --reuid=${uid} --regid=${gid} --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all`
}

export type Finished = { status: number | null; stdout: string; stderr: string }

/** The same, until it has ended. */
export function runInRoot(root: string, options: RunOptions): Promise<Finished> {
  const child = startInRoot(root, options)
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk) => stdout.push(chunk))
  child.stderr.on('data', (chunk) => stderr.push(chunk))
  child.stdin.end(options.input ?? '')
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString()
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, stdout: text(stdout), stderr: text(stderr) })),
  )
}
