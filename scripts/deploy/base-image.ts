import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sh } from './shell.ts'

const nodeVersion = '24.21.0'
const npmVersion = '11.19.1'
const cache = '/var/tmp/sports-week-deploy'

/**
 * A stand-in for the image `node:24-trixie-slim` without a registry: Debian's essential packages, Node and npm from the
 * npm registry, and the user `node`. Cached, since building takes a minute or two.
 */
export function makeBaseRoot(): string {
  const base = join(cache, `base-${nodeVersion}`)
  if (existsSync(base)) return base
  const draft = `${base}.draft`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true })
  sh('debootstrap --variant=minbase trixie "$1" > "$1.log"', draft)
  const system = process.arch === 'arm64' ? 'arm64' : 'x64'
  const fetch = 'cd "$(mktemp -d)"; trap \'rm -rf "$PWD"\' EXIT; tar xzf "$(npm pack --silent "$1")"'
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
