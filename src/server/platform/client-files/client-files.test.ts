import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { LiveHub } from '#server/platform/live/hub.ts'
import { atOnce, databaseWith, meetBefore, withoutConflictClause } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'
import { after, days } from '../clock.ts'
import { publishClientFiles, sweepClientFiles } from './client-files.ts'
import { clientFiles } from './tables.ts'

type Server = Awaited<ReturnType<typeof startServer>>

function buildClient(files: Record<string, string | Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'week-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<html><head></head></html>')
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, 'assets', name), content)
  return folder
}

/** A process of the release whose client is in this folder. */
function serve({ platform }: Server, clientFolder: string) {
  const app = createApp({ platform, hub: new LiveHub(), clientFolder })
  onTestFinished(() => app.close())
  return (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', encoding?: string) =>
    app.inject({ url, method, headers: encoding ? { 'accept-encoding': encoding } : {} })
}

const names = async ({ db }: Server) =>
  (await db.select({ name: clientFiles.name }).from(clientFiles).orderBy(clientFiles.name)).map(({ name }) => name)

async function startUpgrade() {
  const server = await startServer()
  const before = buildClient({
    'events-1111.js': 'let release = "before"',
    'events-1111.js.gz': gzipSync('let release = "before"'),
    'shared-0000.js': 'let shared = 1',
    'look-1111.css': 'body { color: red }',
    'codes-0000.wasm': 'wasm',
    'week-0000.woff2': 'font',
    'notes.txt': 'nothing for a browser',
  })
  const next = buildClient({ 'events-2222.js': 'let release = "next"', 'shared-0000.js': 'let shared = 1' })
  return { server, before, next }
}

test('a file of one release is sent by a process of the other, in both directions', async () => {
  const { server, before, next } = await startUpgrade()
  for (const folder of [before, next]) await publishClientFiles(server.platform, folder)
  const [ofBefore, ofNext] = [serve(server, before), serve(server, next)]

  expect((await ofNext('/assets/events-1111.js')).body).toBe('let release = "before"')
  expect((await ofBefore('/assets/events-2222.js')).body).toBe('let release = "next"')
  for (const [name, type] of [
    ['look-1111.css', 'text/css; charset=utf-8'],
    ['codes-0000.wasm', 'application/wasm'],
    ['week-0000.woff2', 'font/woff2'],
    ['events-1111.js', 'text/javascript; charset=utf-8'],
  ]) {
    const { statusCode, headers } = await ofNext(`/assets/${name}`)
    expect([name, statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      ...[name, 200, type],
      'public, max-age=31536000, immutable',
    ])
    expect(headers['x-content-type-options']).toBe('nosniff')
  }
})

test('it is compressed for who reads that, and its head tells its length', async () => {
  const { server, before, next } = await startUpgrade()
  await publishClientFiles(server.platform, before)
  const get = serve(server, next)

  const packed = await get('/assets/events-1111.js', 'GET', 'gzip, br')
  expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'accept-encoding'])
  expect(gunzipSync(packed.rawPayload).toString()).toBe('let release = "before"')
  const head = await get('/assets/events-1111.js', 'HEAD')
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, '22'])
  expect((await get('/assets/events-1111.js', 'POST')).statusCode).not.toBe(200)
})

test.each([
  '/assets/events-3333.js',
  '/assets/notes.txt',
  '/assets/sub/events-1111.js',
  '/assets/..%2fevents-1111.js',
  '/events-1111.js',
  `/assets/${'a'.repeat(200)}.js`,
  '/assets/events-1111.js.gz',
  '/assets/events-1111.js%00',
])('%s is not there, and nobody remembers that', async (address) => {
  const { server, before, next } = await startUpgrade()
  await publishClientFiles(server.platform, before)
  const { statusCode, headers } = await serve(server, next)(address)

  expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
})

test('with the database away nobody is told that the file does not exist', async () => {
  const { server, next } = await startUpgrade()
  const db = Object.create(server.platform.db, {
    select: {
      value: () => {
        throw Object.assign(new Error('the connection was lost'), { code: 'ECONNREFUSED' })
      },
    },
  })
  const get = serve({ ...server, platform: { ...server.platform, db } }, next)

  expect((await get('/assets/events-1111.js')).statusCode).toBe(503)
})

test('published again, or by many processes at once, each file is kept once', async () => {
  const { server, before, next } = await startUpgrade()

  await atOnce(6, (n) => publishClientFiles(server.platform, n % 2 ? before : next))
  await publishClientFiles(server.platform, before)

  expect(await names(server)).toEqual([
    ...['codes-0000.wasm', 'events-1111.js', 'events-2222.js', 'look-1111.css', 'shared-0000.js', 'week-0000.woff2'],
  ])
})

test('red control: where a file may not be there already, one of two processes that start at once fails', async () => {
  const { server, before } = await startUpgrade()
  const writing = /^insert into "client_files"/
  const db = databaseWith(server.databaseUrl, withoutConflictClause(writing), meetBefore(writing, 2))

  const starts = await Promise.allSettled([1, 2].map(() => publishClientFiles({ ...server.platform, db }, before)))

  expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('where nothing is built there is nothing to publish or to sweep', async () => {
  const { server, before } = await startUpgrade()
  await publishClientFiles(server.platform, join(before, 'nowhere'))
  expect(await names(server)).toEqual([])
  await publishClientFiles(server.platform, before)
  await sweepClientFiles(server.platform, join(before, 'nowhere'))
  expect(await names(server)).toHaveLength(5)
})

test('a month after a release ran for the last time its files are forgotten, and those of the running one are not', async () => {
  const { server, before, next } = await startUpgrade()
  const { platform, db } = server
  const at = (day: number) => ({
    ...platform,
    clock: { now: () => after(server.clock.now(), days(day)), isReal: false },
  })
  await publishClientFiles(platform, before)
  await publishClientFiles(platform, next)

  // The release before ran for 20 days beside it.
  await sweepClientFiles(at(20), before)
  for (const day of [29, 35, 49]) await sweepClientFiles(at(day), next)
  expect(await names(server)).toHaveLength(6)
  await sweepClientFiles(at(51), next)
  expect(await names(server)).toEqual(['events-2222.js', 'shared-0000.js'])

  // Rows are not written again every ten minutes.
  const versions = () => db.execute(sql`select xmin::text from client_files order by name`).then(({ rows }) => rows)
  const written = await versions()
  await sweepClientFiles(at(51.5), next)
  expect(await versions()).toEqual(written)
})
