import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Instruction, parseDockerfile, parseEnv, type Stage } from './dockerfile.ts'
import { runInRoot, sh } from './root.ts'

/** The folder that stands for the image, and the stage that says how it is run. */
export type Image = { root: string; stage: Stage; env: Record<string, string>; cwd: string }

/** Follows the Dockerfile of `context` step by step, each stage in a copy of `base`. */
export async function buildImage(context: string, base: string, work: string): Promise<Image> {
  const stages = parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))
  leaveOutIgnored(context)
  const roots = new Map<string, string>()
  let image: Image | undefined
  for (const [index, stage] of stages.entries()) {
    const root = join(work, `stage-${index}`)
    sh('cp -a --reflink=auto "$1" "$2"', base, root)
    if (stage.name) roots.set(stage.name, root)
    image = { root, stage, env: {}, cwd: '/' }
    for (const instruction of stage.instructions) await follow(instruction, { image, context, roots })
  }
  if (!image) throw new Error('The Dockerfile has no stage')
  return image
}

type Site = { image: Image; context: string; roots: Map<string, string> }

async function follow(instruction: Instruction, { image, context, roots }: Site) {
  const { name, flags, value } = instruction
  if (name === 'ENV') Object.assign(image.env, parseEnv(value))
  else if (name === 'WORKDIR') {
    image.cwd = value
    mkdirSync(join(image.root, value), { recursive: true })
  } else if (name === 'COPY') {
    const from = flags.from ? roots.get(flags.from) : context
    if (!from) throw new Error(`There is no stage ${flags.from}`)
    copy(value.split(/\s+/), from, image)
  } else if (name === 'RUN') await runStep(value, image)
  else if (!['USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'HEALTHCHECK', 'CMD'].includes(name)) {
    throw new Error(`${name} is not understood here`)
  }
}

/** A folder is copied by its content, a file into the target or under its name. */
function copy(given: string[], from: string, { root, cwd }: Image) {
  const target = join(root, resolve(cwd, given.at(-1) ?? '.'))
  for (const source of given.slice(0, -1)) {
    const path = join(from, source)
    if (!existsSync(path)) throw new Error(`COPY ${source}: there is no such file in the build context`)
    const isFolder = sh('test -d "$1" && echo yes || echo no', path) === 'yes'
    const into = !isFolder && given.at(-1)?.endsWith('/') ? join(target, source.split('/').at(-1) ?? '') : target
    cpSync(path, into, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  }
}

/** This machine's registry, certificates and kept packages, which a build elsewhere finds by itself. */
async function runStep(command: string, { root, cwd, env }: Image) {
  console.log(`  RUN ${command}`)
  writeFileSync(join(root, 'etc/resolv.conf'), readFileSync('/etc/resolv.conf'))
  const certificates = '/etc/ssl/certs/ca-certificates.crt'
  const { status, stdout, stderr } = await runInRoot(root, {
    command: ['sh', '-c', command],
    cwd,
    mounts: { '/var/tmp/npm-cache': sh('npm config get cache 2>/dev/null'), '/var/tmp/certificates': '/etc/ssl/certs' },
    env: {
      ...env,
      HOME: '/root',
      npm_config_registry: sh('npm config get registry 2>/dev/null'),
      npm_config_cache: '/var/tmp/npm-cache',
      npm_config_update_notifier: 'false',
      ...(existsSync(certificates) ? { NODE_EXTRA_CA_CERTS: '/var/tmp/certificates/ca-certificates.crt' } : {}),
    },
  })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}:\n${stdout}\n${stderr}`)
}

/** Patterns of .dockerignore: names at the top, and `**` before a name at any depth. */
function leaveOutIgnored(context: string) {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  for (const pattern of patterns) {
    if (pattern.startsWith('**/')) sh('find "$1" -name "$2" -prune -exec rm -rf {} +', context, pattern.slice(3))
    else sh('cd "$1"; find . -maxdepth 1 -name "$2" -exec rm -rf {} +', context, pattern)
  }
}
