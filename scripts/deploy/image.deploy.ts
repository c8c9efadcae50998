import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientPackages } from '../shipping/drop-client-packages.mjs'
import { buildImage, createPodman, imageName, limits, readSizes } from './podman.ts'

const podman = createPodman(process.env.DEPLOY_FOLDER ?? tmpdir())
const port = '3941'
const password = 'Lanes-and-sun-42'

/** The rights in the compose files: writes only to volumes and /tmp, no capabilities, and no privilege escalation. */
const rights = ['--read-only', '--cap-drop=all', '--security-opt=no-new-privileges', '--init']
const places = ['--tmpfs=/tmp:mode=1777,size=256m', '--volume=data:/data', '--volume=backups:/backups']
const network = ['--network=host', '--env=HOST=127.0.0.1', `--env=PORT=${port}`]

const inside = (command: string[], { input = '', options = [] as string[] } = {}) =>
  podman.run(['exec', '--interactive', ...options, 'product', ...command], input)
const listInside = async (script: string) => (await inside(['sh', '-c', script])).stdout.trim().split('\n')

beforeAll(async () => {
  await buildImage(podman)
  const product = podman.start('run', '--name=product', ...limits, ...rights, ...places, ...network, imageName)
  const output: string[] = []
  await new Promise<void>((resolve, reject) => {
    for (const stream of [product.stdout, product.stderr])
      stream?.on(
        'data',
        (chunk) => output.push(String(chunk)) && output.join('').includes('is running at') && resolve(),
      )
    product.on('exit', (status) => reject(new Error(`The product ended with ${status}: ${output.join('')}`)))
  })
})

afterAll(async () => {
  await podman.run(['rm', '--all', '--force', '--time=0', '--volumes'])
})

test('the image is small, and says how small', async () => {
  const parts = await listInside('du --summarize --block-size=MB --apparent-size node_modules dist')
  const sizes = await readSizes(podman)
  const [added, base] = [sizes.added, sizes.base].map((bytes) => Math.round(bytes / 1_000_000))
  console.log(`It adds ${added} MB to a base of ${base} MB: ${parts.join(', ').replaceAll('\t', ' ')}.`)

  expect(added).toBeLessThan(240)
})

test('no browser, no bundler, no compiler, no source and no package of the client is in it', async () => {
  const packages = await listInside('cd node_modules && ls --directory * @*/* | grep -v "^@[^/]*$"')
  const { packages: locked } = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  const isDevelopment = (name: string) => locked[`node_modules/${name}`]?.dev === true
  const programs =
    /^(esbuild|@esbuild\/.*|rolldown|@rolldown\/.*|rollup|@rollup\/.*|playwright.*|puppeteer.*|chrom.*|terser|postcss|webpack)$/
  const files = await listInside('find . -path ./node_modules -prune -o -type f -print')

  expect(packages.length).toBeGreaterThan(50)
  expect(
    packages.filter((name) => isDevelopment(name) || clientPackages.includes(name) || programs.test(name)),
  ).toEqual([])
  expect(files.filter((file) => /\.tsx?$|\.env|\.git\b|\.map$/.test(file))).toEqual([])
  expect(files).toContain('./dist/NOTICES.txt')
})

test('it runs as a user without rights, who can write nothing of it', async () => {
  const status = await inside(['cat', '/proc/1/status'])
  const write = await inside(['sh', '-c', 'touch /app/x || touch /etc/x || touch /home/node/x'])
  const writeData = await inside(['touch', '/data/x', '/backups/x', '/tmp/x'])

  expect(status.stdout).toMatch(/^Uid:\s+1000\s+1000\s+1000\s+1000$/m)
  expect(status.stdout).toMatch(/^CapEff:\s+0+$/m)
  expect(status.stdout).toMatch(/^NoNewPrivs:\s+1$/m)
  expect([write.status, write.stderr]).toEqual([1, expect.stringContaining('Read-only file system')])
  expect(writeData.status).toBe(0)
})

test('it answers, and its own health check tells whether it does', async () => {
  const [health, ready, page] = await Promise.all(
    ['/api/healthz', '/api/readyz', '/'].map(async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status),
  )
  const healthy = await podman.run(['healthcheck', 'run', 'product'])
  const check = JSON.parse(await podman.mustRun('inspect', '--format={{json .Config.Healthcheck.Test}}', 'product'))
  const wrongPort = await inside(check.slice(1), { options: ['--env=PORT=9'] })

  expect([health, ready, page]).toEqual([200, 200, 200])
  expect([healthy.status, wrongPort.status]).toEqual([0, 1])
})

test('its commands run beside it, without development packages', async () => {
  const npm = (...given: string[]) => inside(['npm', 'run', ...given], { input: `${password}\n` })

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
  expect((await listInside('tar tf /data/week.tar')).at(-1)).toBe('signature.json')
})

test('it ends by itself when it is told to', async () => {
  const began = Date.now()
  await podman.mustRun('stop', '--time=30', 'product')
  const status = await podman.mustRun('inspect', '--format={{.State.ExitCode}}', 'product')

  expect([status, Date.now() - began < 25_000]).toEqual(['0', true])
})
