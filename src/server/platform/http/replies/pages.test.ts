import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config.ts'
import { LiveHub } from '#server/platform/live/hub.ts'
import { anEventForm } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'

/** The product with a small built client in front of it. */
async function startWithPages(environment: Record<string, string> = {}) {
  const built = mkdtempSync(join(tmpdir(), 'week-pages-'))
  const folder = join(built, 'client')
  for (const name of ['client/assets', 'client/.git', 'pages']) mkdirSync(join(built, name), { recursive: true })
  const files = {
    'index.html': '<html><head><title>Week</title><script>theme()</script></head></html>',
    '../pages/landing.html': '<html><head><script>theme()</script></head><body>Your lane is free.</body></html>',
    '../pages/scripts.json': JSON.stringify({
      'visitor /login': ['/assets/login-1a2b.js'],
      'company /': ['/assets/shell-1a2b.js', '/assets/company-home-1a2b.js'],
      'administrator /': ['/assets/shell-1a2b.js', '/assets/admin-home-1a2b.js'],
    }),
    'favicon.svg': '<svg/>',
    'app-worker.js': 'keep()',
    'app-worker-off.js': 'takeAway()',
    'assets/app-1a2b.js': 'let week = 1',
    'assets/app-1a2b.js.br': 'packed',
    '.env': 'SECRET=1',
    '.git/config': '[core]',
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  writeFileSync(join(folder, '../week-outside.txt'), 'outside')
  const server = await startServer({ environment })
  const app = createApp({ platform: server.platform, hub: new LiveHub(), clientFolder: folder })
  onTestFinished(async () => {
    await app.close()
    rmSync(built, { recursive: true })
  })
  const get = (url: string, cookie?: string) => app.inject({ url, headers: cookie ? { cookie } : {} })
  return { ...server, get, inject: app.inject.bind(app) }
}

const bootIn = (page: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/.exec(page)?.[1] ?? '')

test('every path of the client gets the page, fresh and with the protecting headers', async () => {
  const { get } = await startWithPages()

  for (const path of ['/', '/login', '/events/1/attendees?x=1', '/apiary', '/leaderboard/']) {
    const reply = await get(path)
    expect([path, reply.statusCode, reply.headers['content-type']]).toEqual([path, 200, 'text/html; charset=utf-8'])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(bootIn(reply.body)).toEqual({ user: null, timeZone: 'America/Curacao' })
  }
})

test('every page answers 200 to whoever may open it', async () => {
  const { get, aUser, anAdmin, logIn } = await startWithPages()
  const [{ cookie: company }, administrator] = [await aUser('ada'), await anAdmin()]
  const admin = await logIn(administrator.email)
  const { body: event } = await admin('POST', '/api/events', anEventForm())
  const cookies: Record<string, string | undefined> = { company, administrator: administrator.cookie }
  const rolesAndPaths = Object.entries(pages).flatMap(([role, titles]) =>
    Object.keys(titles).map((path) => [role, path] as const),
  )

  const statuses = await Promise.all(
    rolesAndPaths.map(async ([role, path]) => {
      const url = path.replace(':eventId', event.id).replace(':shortCode', event.shortCode)
      return [role, path, (await get(url, cookies[role])).statusCode]
    }),
  )

  expect(statuses).toEqual(rolesAndPaths.map(([role, path]) => [role, path, 200]))
  expect((await get('/leaderboard', administrator.cookie)).statusCode).toBe(404)
})

test('a visitor gets the landing page with its content, at every address that is not public', async () => {
  const { get, inject } = await startWithPages()

  for (const path of ['/', '/settings', '/tasks?x=1', '//', '/events/1/attendees']) {
    expect([path, (await get(path)).body.includes('Your lane is free.')]).toEqual([path, true])
  }
  for (const path of ['/login', '/signup', '/Login/', '/e/K7QM2W4R', '/event-registration']) {
    expect([path, (await get(path)).body.includes('Your lane is free.')]).toEqual([path, false])
  }
  const packed = await inject({ url: '/', headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(gunzipSync(packed.rawPayload).toString()).toContain('Your lane is free.')
})

test('whoever is signed in does not get the landing page', async () => {
  const { get, aUser } = await startWithPages()
  const { cookie } = await aUser('ada')

  for (const path of ['/', '/settings', '/nowhere']) {
    expect((await get(path, cookie)).body).not.toContain('Your lane is free.')
  }
})

test('a page names the scripts of whoever sees it, so that none waits for another', async () => {
  const { get, aUser, anAdmin } = await startWithPages()
  const [{ cookie: company }, { cookie: admin }] = [await aUser('ada'), await anAdmin()]
  const preloaded = async (path: string, cookie?: string) =>
    [...(await get(path, cookie)).body.matchAll(/<link rel="modulepreload" crossorigin href="([^"]*)">/g)].map(
      ([, file]) => file,
    )

  expect(await preloaded('/Login/?reset=1')).toEqual(['/assets/login-1a2b.js'])
  expect(await preloaded('/?x=1', company)).toEqual(['/assets/shell-1a2b.js', '/assets/company-home-1a2b.js'])
  expect(await preloaded('/', admin)).toEqual(['/assets/shell-1a2b.js', '/assets/admin-home-1a2b.js'])
  for (const path of ['/', '/nowhere']) expect(await preloaded(path)).toEqual([])
  expect(await preloaded('/nowhere', company)).toEqual([])
})

test('the one script written into a page is allowed by its hash, and no other', async () => {
  const { get } = await startWithPages()

  const [landing, login, problem] = [await get('/'), await get('/login'), await get('/api/nothing')]

  const hash = createHash('sha256').update('theme()').digest('base64')
  for (const { headers } of [landing, login]) {
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}' 'wasm-unsafe-eval';`)
  }
  expect(problem.headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';")
})

test('the page knows whom people can write to', async () => {
  const { get } = await startWithPages({ SUPPORT_EMAIL: 'help@week.test' })

  expect(bootIn((await get('/login')).body)).toMatchObject({ supportEmail: 'help@week.test' })
  expect(() => readConfig({ SUPPORT_EMAIL: 'the front desk' })).toThrow('SUPPORT_EMAIL must be an email address')
})

test('the page knows who is signed in, and no name can break out of it', async () => {
  const { get, aUser, visitor, logIn } = await startWithPages()
  const name = '</script><script>alert(1)</script><!--'
  await aUser('ada')
  const signup = { email: 'eve@mail.test', password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
  const company = { companyName: name, contactPersonName: name, phone: '+5999123456' }
  await visitor('POST', '/api/auth/signup', { ...signup, ...company })
  const { cookie } = await logIn('eve@mail.test', 'Trade-wind-77')

  const page = (await get('/', cookie)).body

  expect(bootIn(page).user).toMatchObject({ email: 'eve@mail.test', draft: { companyName: name } })
  expect(page.match(/<script/g)).toHaveLength(2)
  expect(page).not.toMatch(/argon2|ada@/)
})

test('hashed files are kept for ever, others for minutes, each with its own type', async () => {
  const { get } = await startWithPages()

  const [script, icon] = [await get('/assets/app-1a2b.js'), await get('/favicon.svg')]

  expect(script.headers).toMatchObject({
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=300' })
})

test('hidden files, source maps, folders and whatever lies outside are not there', async () => {
  const { get } = await startWithPages()
  const paths = [
    '/.env',
    '/.git',
    '/.git/config',
    '/.git/HEAD',
    '/.well-known/security',
    '/assets/.env',
    '/assets/app-1a2b.js.map',
    '/index.html.map',
    '/package.json',
    '/server.key',
    '/../week-outside.txt',
    '/%2e%2e/week-outside.txt',
    '/..%2fweek-outside.txt',
    '/assets/..%2f..%2fweek-outside.txt',
    '/assets/%2e%2e%5cweek-outside.txt',
    '/api',
    '/api/',
    '/api/.env',
  ]

  for (const path of paths) {
    const reply = await get(path)
    expect([path, reply.statusCode, reply.json().code]).toEqual([path, 404, 'not-found'])
    expect(reply.body).not.toMatch(/SECRET|outside|\[core\]/)
  }
  expect((await get('/assets/')).headers['content-type']).toBe('text/html; charset=utf-8')
})

test('the client is read, never written', async () => {
  const { inject } = await startWithPages()

  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
    const reply = await inject({ method: method as 'POST', url: '/' })
    const answer = [method, method === 'OPTIONS' ? 204 : 405, 'GET, HEAD, OPTIONS']
    expect([method, reply.statusCode, reply.headers.allow]).toEqual(answer)
  }
})

test('the worker of the companies’ app is sent, or the one that takes it away', async () => {
  const { get } = await startWithPages()
  expect((await get('/app-worker.js')).body).toBe('keep()')

  const { get: getWithout } = await startWithPages({ OFFLINE_APP: 'off' })
  const reply = await getWithout('/app-worker.js')
  expect([reply.statusCode, reply.body]).toEqual([200, 'takeAway()'])
  expect(reply.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': 'text/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  expect(() => readConfig({ OFFLINE_APP: 'maybe' })).toThrow('OFFLINE_APP must be on or off')
})
