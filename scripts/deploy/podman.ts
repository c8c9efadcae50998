import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBaseRoot } from './base-image.ts'
import { sh } from './shell.ts'

export type Finished = { status: number | null; stdout: string; stderr: string }
export type Podman = ReturnType<typeof createPodman>

/** Podman with images and containers of its own in this folder, so that nothing of the machine's is used or left behind. */
export function createPodman(work: string) {
  const registries = join(work, 'registries.conf')
  // Short names mean the same as with Docker.
  writeFileSync(registries, 'unqualified-search-registries = ["docker.io"]\n')
  const env = { ...process.env, CONTAINERS_REGISTRIES_CONF: registries }
  const storage = [`--root=${join(work, 'images')}`, `--runroot=${join(work, 'run')}`, '--storage-driver=overlay']
  // crun of Debian 12 starts nothing where the machine forbids limits to be raised; runc does, with low ones.
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

/** What a container gets that must start on every machine. */
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

/** Builds the Dockerfile of `context` as it stands, and says on which base. */
export async function buildImage(podman: Podman, context: string, tag: string) {
  const [, base = ''] = readFileSync(join(context, 'Dockerfile'), 'utf8').match(/^ARG NODE_IMAGE=(\S+)$/m) ?? []
  await provideBase(podman, `docker.io/library/${base}`)
  const npmrc = join(podman.work, 'npmrc')
  const cache = sh('npm config get cache 2>/dev/null')
  const certificates = '/etc/ssl/certs'
  writeFileSync(
    npmrc,
    `registry=${sh('npm config get registry 2>/dev/null')}\ncache=/var/tmp/npm-cache\ncafile=${certificates}/ca-certificates.crt\n`,
  )
  mkdirSync(cache, { recursive: true })
  // This machine's registry, certificates and kept packages, for the steps alone.
  const volumes = [`${npmrc}:/root/.npmrc:ro`, `${cache}:/var/tmp/npm-cache`, `${certificates}:${certificates}:ro`]
  const build = podman.start(
    ...['build', '--isolation=chroot', '--format=docker', '--layers=false', '--pull=never', `--tag=${tag}`],
    ...volumes.map((volume) => `--volume=${volume}`),
    context,
  )
  build.stdout?.on('data', (chunk) => process.stdout.write(String(chunk).replaceAll(/^(?=.)/gm, '  ')))
  const { status, stderr } = await finish(build, '')
  if (status !== 0) throw new Error(`podman build ended with ${status}:\n${stderr}`)
  const sizeOf = async (image: string) => Number(await podman.mustRun('image', 'inspect', '--format={{.Size}}', image))
  return { base, addedBytes: (await sizeOf(tag)) - (await sizeOf(base)), baseBytes: await sizeOf(base) }
}

async function provideBase(podman: Podman, name: string) {
  const pulled = await podman.run(['pull', '--quiet', name])
  if (pulled.status === 0) return console.log(`The base is ${name} from its registry.`)
  console.log(`No registry gives ${name} (${pulled.stderr.trim().split('\n').at(-1)}).`)
  console.log('A Debian made here by debootstrap, with Node and npm from the npm registry, stands in under that name.')
  const archive = join(podman.work, 'base.tar')
  sh('tar --create --file "$2" --directory "$1" .', makeBaseRoot(), archive)
  await podman.mustRun('import', '--quiet', archive, name)
  sh('rm "$1"', archive)
}
