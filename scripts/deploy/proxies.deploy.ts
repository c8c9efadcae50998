import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { purposes } from '../../src/contract/files/endpoints.ts'
import { sh } from './shell.ts'

const ports = {
  product: 3951,
  nginx: 3953,
  nginxPlain: 3954,
  caddy: 3955,
  caddyPlain: 3956,
  recorder: 3957,
  nginxRecorder: 3958,
  caddyRecorder: 3959,
}
const work = mkdtempSync('/var/tmp/sports-week-proxies-')
const started: ChildProcess[] = []
const password = 'Lanes-and-sun-42'

/** Stands in for the product and reports how much of a request has arrived before its end. */
let arrived = 0
let forwardedFor: string | undefined
const recorder = createServer((incoming: IncomingMessage, reply: ServerResponse) => {
  arrived = 0
  forwardedFor = incoming.headers['x-forwarded-for'] as string | undefined
  incoming.on('data', (chunk: Buffer) => {
    arrived += chunk.length
  })
  incoming.on('end', () => reply.end(String(arrived)))
})

/** Uses the operators' file with the ports, names and paths of this test. */
function startNginx(name: string, upstream: number, port: number, plain: number) {
  const folder = join(work, name)
  mkdirSync(folder)
  sh(
    'openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout "$1/privkey.pem" -out "$1/fullchain.pem" 2>&1',
    folder,
  )
  const site = readFileSync('deploy/nginx/sports-week.conf', 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
    .replaceAll('/etc/letsencrypt/live/week.example.com', folder)
    .replaceAll('week.example.com', 'localhost')
    .replaceAll(/(listen (?:\[::\]:)?)443/g, `$1${port}`)
    .replaceAll(/(listen (?:\[::\]:)?)80;/g, `$1${plain};`)
  writeFileSync(join(folder, 'site.conf'), site)
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; include ${folder}/site.conf; }`,
  )
  start('nginx', ['-c', join(folder, 'nginx.conf')])
}

/** Adds only options for isolation: no certificate is installed on this machine. */
function startCaddy(name: string, upstream: number, port: number, plain: number) {
  const folder = join(work, name)
  mkdirSync(folder)
  const site = readFileSync('deploy/caddy/Caddyfile', 'utf8')
  writeFileSync(join(folder, 'Caddyfile'), `{\n\tskip_install_trust\n\tadmin off\n\thttp_port ${plain}\n}\n${site}`)
  const env = {
    DOMAIN: `localhost:${port}`,
    PRODUCT: `127.0.0.1:${upstream}`,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  }
  start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], env)
}

function start(program: string, given: string[], env: Record<string, string> = {}) {
  const child = spawn(program, given, {
    env: { PATH: process.env.PATH, HOME: work, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said: string[] = []
  child.stderr.on('data', (chunk) => said.push(String(chunk)))
  child.on('exit', (status) => status && console.error(`${program} ended with ${status}: ${said.join('')}`))
  started.push(child)
}

type Sent = { status: number; headers: IncomingMessage['headers']; text: string }
type Wish = { method?: string; path?: string; headers?: Record<string, string>; body?: string | Buffer }

function send(port: number, { method = 'GET', path = '/', headers = {}, body }: Wish): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const outgoing = request(
      {
        host: 'localhost',
        port,
        method,
        path,
        headers: { ...headers, ...length },
        rejectUnauthorized: false,
        servername: 'localhost',
      },
      (reply) => {
        const chunks: Buffer[] = []
        reply.on('data', (chunk) => chunks.push(chunk))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text: Buffer.concat(chunks).toString() }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

async function untilAnswers(port: number, path: string) {
  for (let tries = 0; tries < 300; tries++) {
    const reply = await send(port, { path }).catch(() => undefined)
    if (reply?.status === 200) return
    await sleep(200)
  }
  throw new Error(`Nothing answers on port ${port}`)
}

beforeAll(async () => {
  await new Promise<void>((resolve) => recorder.listen(ports.recorder, '127.0.0.1', resolve))
  start(process.execPath, ['dist/server/main.js'], {
    PORT: String(ports.product),
    DATA_DIR: join(work, 'data'),
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '127.0.0.1',
    ADMIN_EMAIL: 'ada@week.test',
    ADMIN_PASSWORD: password,
  })
  startNginx('nginx', ports.product, ports.nginx, ports.nginxPlain)
  startNginx('nginx-recorder', ports.recorder, ports.nginxRecorder, 3960)
  startCaddy('caddy', ports.product, ports.caddy, ports.caddyPlain)
  startCaddy('caddy-recorder', ports.recorder, ports.caddyRecorder, 3961)
  for (const port of [ports.nginx, ports.caddy]) await untilAnswers(port, '/api/readyz')
  for (const port of [ports.nginxRecorder, ports.caddyRecorder]) await untilAnswers(port, '/')
})

afterAll(async () => {
  for (const child of started) child.kill('SIGTERM')
  recorder.close()
  await sleep(2_000)
  for (const child of started) child.kill('SIGKILL')
  rmSync(work, { recursive: true, force: true })
})

describe.each([
  ['nginx', ports.nginx, ports.nginxRecorder],
  ['Caddy', ports.caddy, ports.caddyRecorder],
])('behind %s', (_name, port, recorderPort) => {
  test('people sign in by https, and what is written to an open stream arrives at once', async () => {
    const login = await send(port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@week.test', password }),
    })
    const [cookie = ''] = login.headers['set-cookie'] ?? []
    const session = cookie.split(';')[0] ?? ''
    const first = await new Promise<string>((resolve, reject) => {
      const stream = request(
        { host: 'localhost', port, path: '/api/stream', headers: { cookie: session }, rejectUnauthorized: false },
        (reply) => {
          // The stream stays open: a proxy that buffers would send nothing.
          reply.once('data', (chunk) => {
            resolve(`${reply.statusCode} ${reply.headers['content-type']} ${chunk.length > 0}`)
            stream.destroy()
          })
        },
      )
      stream.on('error', reject)
      stream.end()
    })

    expect(login.status).toBe(200)
    expect(cookie).toMatch(/; Secure/)
    expect(first).toBe('200 text/event-stream; charset=utf-8 true')
  })

  test('the largest file passes, and one that is larger is refused', async () => {
    const largest = await send(recorderPort, { method: 'PUT', body: Buffer.alloc(31 * 1024 * 1024) })
    const larger = await send(recorderPort, { method: 'PUT', body: Buffer.alloc(40 * 1024 * 1024) }).catch(
      () => undefined,
    )

    expect(purposes.proof.maxBytes).toBeLessThan(31 * 1024 * 1024)
    expect([largest.status, largest.text]).toEqual([200, String(31 * 1024 * 1024)])
    // A proxy may answer or close the connection.
    expect(larger?.status ?? 413).not.toBe(200)
  })

  test('bytes of an upload arrive while it is sent', async () => {
    const outgoing = request({
      host: 'localhost',
      port: recorderPort,
      method: 'PUT',
      headers: { 'content-length': '200000' },
      rejectUnauthorized: false,
    })
    const answer = new Promise<number>((resolve) =>
      outgoing.on('response', (reply) => resolve(reply.resume().statusCode ?? 0)),
    )
    arrived = 0
    outgoing.write(Buffer.alloc(100_000))
    for (let tries = 0; tries < 100 && arrived < 100_000; tries++) await sleep(100)
    const halfway = arrived
    outgoing.end(Buffer.alloc(100_000))

    expect(halfway).toBe(100_000)
    expect(await answer).toBe(200)
  })

  test('the product learns the address that called, not the one that it claims', async () => {
    await send(recorderPort, { headers: { 'x-forwarded-for': '203.0.113.7' } })

    expect(forwardedFor).toMatch(/^(127\.0\.0\.1|::1)$/)
  })
})
