import { createServer as createHttpServer } from 'node:http'
import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import * as store from '#server/features/files/store.ts'
import { askForGrant, sixPictures } from '#server/features/files/testing.ts'
import { measureTicks } from '#server/testing/measure-ticks.ts'
import { startServer, startWorld } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

/** A store that takes every connection and never says a word. */
async function aSilentStore(): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.resume()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
}

test('with a store that answers nothing, lists and proofs are answered within eight seconds', async () => {
  const S3_ENDPOINT = await aSilentStore()
  const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }
  const server = await startServer({ environment: { S3_ENDPOINT, ...keys } })
  const company = await server.aCompany()
  const [taskId] = await someTasks(server, 1)
  const contentUrls: string[] = []
  for (let n = 0; n < 6; n++) contentUrls.push((await askForGrant(company, Buffer.alloc(1_000))).body.path)
  const proof = { taskId, companyId: company.companyId, contentType: 'image', contentUrls }

  const listing = await measureTicks(() => company('GET', '/api/uploads'))
  const expected = await measureTicks(() => company('POST', '/api/proofs', proof))
  await server.db.transaction((tx) => store.update(tx, contentUrls, { state: 'stored', storedAt: server.clock.now() }))
  const arrived = await measureTicks(() => company('POST', '/api/proofs', proof))

  expect(listing.reply.status).toBe(200)
  for (const { reply } of [expected, arrived])
    expect(reply).toMatchObject({ status: 503, body: { code: 'storage-unavailable' } })
  for (const { seconds } of [listing, expected, arrived]) expect(seconds).toBeLessThan(8)
})

test('a store that says nothing more while the bucket is made does not stop the start', async () => {
  const store = createHttpServer((request, response) => {
    if (request.method === 'HEAD') response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    store.closeAllConnections()
    store.close()
  })
  const address = store.address()
  const S3_ENDPOINT = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const environment = { S3_ENDPOINT, S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret', LOG_LEVEL: 'warn' }

  const { visitor, logs } = await startServer({ environment })

  expect((await visitor('GET', '/api/healthz')).status).toBe(200)
  expect(logs.join()).toContain(`the file store at ${S3_ENDPOINT} does not answer; trying again later`)
})

test('while files are still being fetched from a slow store a proof says how far it is, and then it is taken', async () => {
  const { acme: company, taskId, ...server } = await startWorld({ acme: 'company', taskId: 'task' })
  const contentUrls = await sixPictures(company)
  const slow = contentUrls.slice(5)
  await expect
    .poll(async () => (await store.findMany(server.db, contentUrls)).every(({ preparedAt }) => preparedAt), {
      timeout: 30_000,
    })
    .toBe(true)
  let finish = () => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const fetchUsually = server.platform.files.localCopyOf
  server.platform.files.localCopyOf = async (path, into) => {
    await finished
    return fetchUsually(path, into)
  }
  await server.db.transaction((tx) => store.update(tx, slow, { preparedAt: null }))
  const submit = () =>
    company('POST', '/api/proofs', { taskId, companyId: company.companyId, contentType: 'image', contentUrls })

  const early = await submit()
  finish()
  await expect.poll(async () => (await submit()).status, { timeout: 30_000 }).toBe(201)

  expect(early).toMatchObject({
    status: 503,
    body: { code: 'files-preparing', message: '5 of 6 files are checked. Please try again in a moment.' },
  })
  expect(early.headers.get('retry-after')).toBe('2')
})
