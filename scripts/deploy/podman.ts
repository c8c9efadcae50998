import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBaseRoot } from './base-image.ts'
import { sh } from './shell.ts'

export type Finished = { status: number | null; stdout: string; stderr: string }
export type Podman = ReturnType<typeof createPodman>

/** Podman with separate images and containers in this folder, so that the machine's are neither used nor changed. */
export function createPodman(work: string) {
  const registries = join(work, 'registries.conf')
  // Short names resolve as with Docker.
  writeFileSync(registries, 'unqualified-search-registries = ["docker.io"]\n')
  const env = { ...process.env, CONTAINERS_REGISTRIES_CONF: registries }
  const storage = [`--root=${join(work, 'images')}`, `--runroot=${join(work, 'run')}`, '--storage-driver=overlay']
  // crun of Debian 12 fails where the machine forbids raising limits; runc works with low ones.
  const options = [...storage, '--runtime=runc', '--cgroup-manager=cgroupfs']

  const start = (...given: string[]): ChildProcess => spawn('podman', [...options, ...given], { env })
  const run = (given: string[], input = '') => finish(start(...given), input)
  const mustRun = async (...given: string[]) => {
    const { status, stdout, stderr } = await run(given)
    if (status !== 0) throw new Error(`podman ${given.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`)
    return stdout.trim()
  }
  return { start, run, mustRun, work }
}

/** Options that let a container start on every machine. */
export const limits = ['--ulimit=nofile=1024:4096', '--ulimit=nproc=1024:1024']

function finish(child: ChildProcess, input: string): Promise<Finished> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk) => stdout.push(chunk))
  child.stderr?.on('data', (chunk) => stderr.push(chunk))
  child.stdin?.end(input)
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString()
  return new Promise((resolve) =>
    child.on('close', (status) => resolve({ status, stdout: text(stdout), stderr: text(stderr) })),
  )
}

export const imageName = 'docker.io/library/sports-week'

/** Builds the Dockerfile from a fresh clone, once for all tests: uncommitted files are excluded. */
export async function buildImage(podman: Podman) {
  if ((await podman.run(['image', 'exists', imageName])).status === 0) return
  await provideBase(podman)
  const context = join(podman.work, 'context')
  mkdirSync(context)
  sh('git archive HEAD | tar x -C "$1"', context)
  const npmrc = join(podman.work, 'npmrc')
  const cache = sh('npm config get cache 2>/dev/null')
  const certificates = '/etc/ssl/certs'
  const registry = sh('npm config get registry 2>/dev/null')
  writeFileSync(npmrc, `registry=${registry}\ncache=/var/tmp/npm-cache\ncafile=${certificates}/ca-certificates.crt\n`)
  mkdirSync(cache, { recursive: true })
  // The machine's registry, certificates and npm cache, for the build steps only.
  const volumes = [`${npmrc}:/root/.npmrc:ro`, `${cache}:/var/tmp/npm-cache`, `${certificates}:${certificates}:ro`]
  await build(podman, imageName, context, ...volumes.map((volume) => `--volume=${volume}`))
}

export async function readSizes(podman: Podman) {
  const sizeOf = async (image: string) => Number(await podman.mustRun('image', 'inspect', '--format={{.Size}}', image))
  const base = await sizeOf(baseName())
  return { base, added: (await sizeOf(imageName)) - base }
}

/** Provides an image of a compose file, or its stand-in; returns its local name. */
export async function provideService(podman: Podman, service: 'postgres' | 'caddy', named: string) {
  const name = `docker.io/library/${service}:tried`
  if (await pull(podman, `docker.io/library/${named}`)) await podman.mustRun('tag', `docker.io/library/${named}`, name)
  else {
    console.log(`The package of Debian stands in for it.`)
    await build(podman, name, 'scripts/deploy/stand-ins', `--target=${service}`)
  }
  return name
}

const baseName = () => {
  const [, base = ''] = readFileSync('Dockerfile', 'utf8').match(/^ARG NODE_IMAGE=(\S+)$/m) ?? []
  return `docker.io/library/${base}`
}

async function pull(podman: Podman, name: string) {
  const { status, stderr } = await podman.run(['pull', '--quiet', name])
  console.log(
    status === 0 ? `${name} is from its registry.` : `No registry gives ${name} (${stderr.trim().split('\n').at(-1)}).`,
  )
  return status === 0
}

async function provideBase(podman: Podman) {
  if (await pull(podman, baseName())) return
  console.log('A Debian made here by debootstrap, with Node and npm from the npm registry, stands in under that name.')
  const archive = join(podman.work, 'base.tar')
  sh('tar --create --file "$2" --directory "$1" .', makeBaseRoot(), archive)
  await podman.mustRun('import', '--quiet', archive, baseName())
  sh('rm "$1"', archive)
}

/** In Docker's format: the OCI format has no health check. */
async function build(podman: Podman, name: string, context: string, ...given: string[]) {
  const options = ['--isolation=chroot', '--format=docker', '--layers=false', '--pull=never']
  const child = podman.start('build', ...options, ...given, `--tag=${name}`, context)
  child.stdout?.on('data', (chunk) => process.stdout.write(String(chunk).replaceAll(/^(?=.)/gm, '  ')))
  const { status, stderr } = await finish(child, '')
  if (status !== 0) throw new Error(`podman build ended with ${status}:\n${stderr}`)
}
