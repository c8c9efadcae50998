import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientPackages } from '../shipping/drop-client-packages.mjs'
import { buildImage, type Image } from './build-image.ts'
import { lastOf, parseCommand } from './dockerfile.ts'
import { prepareBaseRoot, runInRoot, sh, startInRoot } from './root.ts'

const work = mkdtempSync('/var/tmp/sports-week-image-')
const port = '3941'
const password = 'Lanes-and-sun-42'
let image: Image
let base: string
let product: ReturnType<typeof startInRoot>
const output: string[] = []

/** The image as a container runs it: its own user, nothing to write but its volume and /tmp. */
const asContainer = (command: string[], env: Record<string, string> = {}) => ({
  command,
  cwd: image.cwd,
  env: { ...image.env, HOME: '/home/node', HOST: '127.0.0.1', PORT: port, ...env },
  user: lastOf(image.stage, 'USER').value,
  mounts: { '/data': join(work, 'data'), '/tmp': join(work, 'tmp') },
})

beforeAll(async () => {
  base = prepareBaseRoot()
  const context = join(work, 'context')
  mkdirSync(context)
  // A fresh clone: what is not committed is not in it.
  sh('git archive HEAD | tar x -C "$1"', context)
  for (const name of ['data', 'tmp']) mkdirSync(join(work, name))
  sh('chown 1000:1000 "$1/data"; chmod 1777 "$1/tmp"', work)
  image = await buildImage(context, base, work)
  product = startInRoot(image.root, asContainer(parseCommand(lastOf(image.stage, 'CMD').value)))
  for (const stream of [product.stdout, product.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  await new Promise<void>((resolve, reject) => {
    product.stdout.on('data', () => output.join('').includes('is running at') && resolve())
    product.on('exit', (status) => reject(new Error(`The product ended with ${status}: ${output.join('')}`)))
  })
})

afterAll(() => {
  product?.kill('SIGKILL')
  rmSync(work, { recursive: true, force: true })
})

test('the image is small, and says how small', () => {
  const megabytes = (path: string) => Number(sh('du -sm --apparent-size "$1" | cut -f1', path))
  const parts = { packages: 'node_modules', built: 'dist' }
  for (const [name, path] of Object.entries(parts))
    console.log(`${name}: ${megabytes(join(image.root, 'app', path))} MB`)
  const added = megabytes(join(image.root, 'app'))
  console.log(`added to the base image: ${added} MB; the base here: ${megabytes(base)} MB`)

  expect(added).toBeLessThan(200)
})

test('no browser, no bundler, no compiler, no source and no package of the client is in it', () => {
  const packages = readdirSync(join(image.root, 'app/node_modules'), { withFileTypes: true }).flatMap(({ name }) =>
    name.startsWith('@')
      ? readdirSync(join(image.root, 'app/node_modules', name)).map((inner) => `${name}/${inner}`)
      : [name],
  )
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  // Types are no program; a package of the server brings them.
  const unwanted = new Set([
    ...Object.keys(devDependencies).filter((name) => !name.startsWith('@types/')),
    ...clientPackages,
  ])
  const programs =
    /^(esbuild|@esbuild\/.*|rolldown|@rolldown\/.*|rollup|@rollup\/.*|playwright.*|puppeteer.*|chrom.*|terser|postcss|webpack)$/
  const files = sh('cd "$1/app"; find . -path ./node_modules -prune -o -type f -print', image.root).split('\n')

  expect(packages.length).toBeGreaterThan(50)
  expect(packages.filter((name) => unwanted.has(name) || programs.test(name))).toEqual([])
  expect(files.filter((file) => /\.tsx?$|\.env|\.git\b|\.map$/.test(file))).toEqual([])
  expect(files).toContain('./dist/NOTICES.txt')
})

test('it runs as a user without rights, who can write nothing of it', async () => {
  const owner = sh('stat --format=%u "/proc/$1"', String(product.pid))
  const status = readFileSync(`/proc/${product.pid}/status`, 'utf8')
  const write = await runInRoot(
    image.root,
    asContainer(['sh', '-c', 'touch /app/x || touch /etc/x || touch /home/node/x']),
  )
  const writeData = await runInRoot(image.root, asContainer(['touch', '/data/x', '/tmp/x']))

  expect(owner).toBe('1000')
  expect(status).toMatch(/^CapEff:\s+0+$/m)
  expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
  expect([write.status, write.stderr]).toEqual([1, expect.stringContaining('Read-only file system')])
  expect(writeData.status).toBe(0)
})

test('it answers, and its own health check tells whether it does', async () => {
  const [health, ready, page] = await Promise.all(
    ['/api/healthz', '/api/readyz', '/'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status),
  )
  const check = parseCommand(lastOf(image.stage, 'HEALTHCHECK').value)
  const [healthy, wrongPort] = await Promise.all([
    runInRoot(image.root, asContainer(check)),
    runInRoot(image.root, asContainer(check, { PORT: '9' })),
  ])

  expect([health, ready, page]).toEqual([200, 200, 200])
  expect([healthy.status, wrongPort.status]).toEqual([0, 1])
})

test('its commands run beside it, without development packages', async () => {
  const npm = (...given: string[]) =>
    runInRoot(image.root, { ...asContainer(['npm', 'run', ...given]), input: `${password}\n` })

  const created = await npm('admin', '--', 'create', 'ada@week.test')
  const verified = await npm('verify')
  const backup = await npm('backup', '--', '/data/week.tar')
  const drill = await npm('drill', '--', '/data/week.tar')
  const jobs = await npm('jobs')
  const login = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@week.test', password }),
  })

  for (const { status, stderr } of [created, verified, backup, drill, jobs]) expect([status, stderr]).toEqual([0, ''])
  expect(login.status).toBe(200)
  expect(sh('tar tf "$1" | tail -1', join(work, 'data/week.tar'))).toBe('SHA256SUMS')
})

test('it ends by itself when it is told to', async () => {
  const ended = new Promise((resolve) => product.on('exit', resolve))
  product.kill('SIGTERM')

  expect(await ended).toBe(0)
})
