import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { clientPackages } from '../shipping/drop-client-packages.mjs'
import { readSettingNames } from './setting-names.ts'

const read = (path: string) => readFileSync(path, 'utf8')

describe('the Dockerfile', () => {
  const dockerfile = read('Dockerfile')
  const image = dockerfile.split(/^FROM /m).at(-1) ?? ''
  const ignored = read('.dockerignore').split('\n')

  test('copies what exists and is not ignored', () => {
    const copied = [...dockerfile.matchAll(/^COPY ((?!--from).+) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' '))

    expect(copied.length).toBeGreaterThan(5)
    expect(copied.filter((path) => !existsSync(path))).toEqual([])
    expect(copied.filter((path) => ignored.includes(path.split('/')[0] ?? ''))).toEqual([])
  })

  test('leaves secrets, data and installed packages of the machine out', () => {
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.env', '**/.env', 'node_modules', 'dist', 'data', 'demo-data']),
    )
  })

  test('ends in an image without root, with a health check, in which nothing is installed', () => {
    expect(image).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(image).toMatch(/^HEALTHCHECK [\s\S]*\/api\/healthz/m)
    expect(image).not.toMatch(/^RUN .*(npm|apt)|^COPY \. /m)
  })

  test('names a version of its base and only settings that the product reads', () => {
    const [settings = ''] = image.match(/^ENV .+$/m) ?? []
    const names = [...settings.matchAll(/(\w+)=/g)].map(([, name = '']) => name)

    expect(dockerfile).toMatch(/^ARG NODE_IMAGE=node:24-trixie-slim$/m)
    expect(dockerfile.match(/^FROM (?!\$\{NODE_IMAGE\}).*/gm)).toBeNull()
    expect(names).toContain('DATA_DIR')
    expect(names.filter((name) => !['NODE_ENV', ...readSettingNames()].includes(name))).toEqual([])
  })

  test('drops no package that the server names', () => {
    const server = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !file.startsWith('testing/'))
      .map((file) => read(join('src/server', file)))
    const { dependencies } = JSON.parse(read('package.json'))
    const isNamed = (name: string) => server.some((text) => new RegExp(`['"\`]${name}['"\`/]`).test(text))

    expect(clientPackages.filter(isNamed)).toEqual([])
    expect(clientPackages.filter((name) => !(name in dependencies))).toEqual([])
    // The rule sees what the server does name.
    expect(['fastify', 'sharp', '@fontsource'].filter(isNamed)).toHaveLength(3)
  })
})

type Service = {
  image: string
  restart: string
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  privileged?: boolean
  user?: string
  logging?: { options: Record<string, string> }
}
type Compose = {
  services: Record<string, Service>
  networks: { inside: { ipam: { config: { subnet: string }[] } } }
  volumes: Record<string, unknown>
}

describe.each(['deploy/compose.yaml', 'deploy/compose.services.yaml'])('%s', (path) => {
  const compose = load(read(path)) as Compose
  const services = Object.entries(compose.services)
  const { product } = compose.services

  test('runs the product without rights and publishes nothing but the proxy', () => {
    expect(product).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['proxy'])
    expect(services.filter(([, { privileged }]) => privileged)).toEqual([])
  })

  test('restarts everything, limits every log and names the version of every image', () => {
    const careless = services.filter(
      ([, { restart, logging, image }]) =>
        restart !== 'unless-stopped' || !logging?.options['max-size'] || !/^sports-week$|:[^:]*\d/.test(image),
    )

    expect(careless.map(([name]) => name)).toEqual([])
  })

  test('gives the product only settings that it reads, and trusts only its own network', () => {
    const names = Object.keys(product?.environment ?? {})

    expect(names.filter((name) => !readSettingNames().includes(name))).toEqual([])
    expect(product?.environment?.TRUST_PROXY).toBe(compose.networks.inside.ipam.config[0]?.subnet)
  })

  test('mounts files that exist and volumes that are declared', () => {
    const sources = services
      .flatMap(([, { volumes = [] }]) => volumes)
      .map((volume) => volume.replace(/^\$\{\w+:-(\w+)\}/, '$1').split(':')[0] ?? '')
    const missing = sources.filter((source) =>
      source.startsWith('.') ? !existsSync(resolve('deploy', source)) : !(source in compose.volumes),
    )

    expect(missing).toEqual([])
  })
})

test('the systemd unit starts a file that exists, without rights, and writes to its own folder only', () => {
  const unit = read('deploy/systemd/sports-week.service')
  const script = unit.match(/^ExecStart=\/usr\/bin\/node \/opt\/sports-week\/current\/(\S+)$/m)?.[1] ?? ''

  expect(existsSync(script)).toBe(true)
  for (const line of ['User=sports-week', 'NoNewPrivileges=true', 'ProtectSystem=strict', 'CapabilityBoundingSet=']) {
    expect(unit.split('\n')).toContain(line)
  }
})

test('both proxies let the largest upload through and pass it on as it arrives', () => {
  const nginx = read('deploy/nginx/sports-week.conf')
  const caddy = read('deploy/caddy/Caddyfile')

  expect(nginx).toMatch(/client_max_body_size 31m;[\s\S]*proxy_request_buffering off;[\s\S]*proxy_buffering off;/)
  expect(caddy).toMatch(/max_size 31MiB[\s\S]*flush_interval -1/)
})
