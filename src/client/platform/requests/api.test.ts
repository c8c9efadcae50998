import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { sentenceOf } from '../forms.ts'
import { ApiProblem, call, callPage, callUnparsed } from './api.ts'

const Task = z.object({ id: z.string(), points: z.int() })
const params = z.object({ id: z.string() })
const readTask = endpoint({ method: 'GET', path: '/tasks/:id', access: 'public', summary: '', params, reply: Task })
const listTasks = endpoint({ method: 'GET', path: '/tasks', access: 'public', summary: '', reply: z.array(Task) })
const createTask = endpoint({
  method: 'POST',
  path: '/tasks',
  idempotent: true,
  access: 'public',
  summary: '',
  body: Task,
  reply: Task,
  status: 201,
})

let reply = ''
let received: { method?: string | undefined; url?: string | undefined; key?: unknown; type?: string | undefined }[] = []
const server = createServer((request, response) => {
  const { method, url, headers } = request
  received.push({ method, url, key: headers['idempotency-key'], type: headers['content-type'] })
  response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': '7' }).end(reply)
})
const browserFetch = globalThis.fetch
const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  // A page's own address, which addresses without a host are relative to.
  globalThis.fetch = (path, options) => browserFetch(new URL(String(path), `http://127.0.0.1:${port}`), options)
})
afterAll(() => {
  globalThis.fetch = browserFetch
  server.close()
})
beforeEach(() => {
  received = []
  logged.mockClear()
})

const problemOf = (answer: Promise<unknown>) =>
  answer.then(
    () => undefined,
    (error: unknown) => error as ApiProblem,
  )

test('a reply is parsed by its endpoint: what is not listed there does not reach a screen', async () => {
  reply = JSON.stringify({ id: 'a', points: 3, secret: 'x' })

  expect(await call(readTask, { params: { id: 'a' } })).toEqual({ id: 'a', points: 3 })
})

test('a page of a list is parsed too, and knows how many there are', async () => {
  reply = JSON.stringify([{ id: 'a', points: 3, secret: 'x' }])

  expect(await callPage(listTasks, {})).toEqual({ items: [{ id: 'a', points: 3 }], total: 7 })
})

test('a reply that does not fit is a problem with a sentence, and the console names the field', async () => {
  reply = JSON.stringify({ id: 'a', points: 'many' })

  const problem = await problemOf(call(readTask, { params: { id: 'a' } }))

  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({
    code: 'unexpected',
    status: 200,
    sentence: "The server's answer could not be understood. Please reload the page.",
  })
  expect(logged).toHaveBeenCalledOnce()
  expect(String(logged.mock.calls[0]?.join(' '))).toMatch(/GET \/tasks\/:id.*points/s)
})

test('a page that does not fit is the same problem', async () => {
  reply = JSON.stringify([{ id: 'a' }])

  expect(await problemOf(callPage(listTasks, {}))).toMatchObject({ code: 'unexpected', status: 200 })
})

test('what was done is not called a failure when only its answer cannot be understood', async () => {
  reply = '{}'

  const problem = await problemOf(call(createTask, { body: { id: 'a', points: 3 } }))

  expect(sentenceOf(problem, 'Failed to create task')).toBe(
    "The server's answer could not be understood. Please reload the page.",
  )
})

test('sent again after such an answer, it carries the same key and creates nothing twice', async () => {
  const body = { id: 'b', points: 3 }
  reply = '{}'
  await problemOf(call(createTask, { body }))
  await problemOf(call(createTask, { body }))

  expect(received[0]?.key).toBeTruthy()
  expect(received[1]?.key).toBe(received[0]?.key)
})

test('an answer that breaks off counts as no connection, for every kind of call', async () => {
  reply = '{"id":'

  for (const answer of [
    call(readTask, { params: { id: 'a' } }),
    callPage(listTasks, {}),
    callUnparsed<typeof readTask>({ method: 'GET', path: '/tasks/:id' }, { params: { id: 'a' } }),
  ])
    expect(await problemOf(answer)).toMatchObject({ name: 'ApiProblem', code: 'offline', status: 0 })
})

test('a call without schemas fills in the path and sends the body', async () => {
  reply = JSON.stringify({ id: 'a', points: 3 })

  await callUnparsed<typeof readTask>({ method: 'GET', path: '/tasks/:id' }, { params: { id: 'a b' } })
  await callUnparsed<typeof createTask>({ method: 'POST', path: '/tasks' }, { body: { id: 'a', points: 3 } })

  expect(received).toMatchObject([
    { method: 'GET', url: '/api/tasks/a%20b', type: undefined },
    { method: 'POST', url: '/api/tasks', type: 'application/json' },
  ])
})

test('a path or a method that is not the endpoint’s does not compile', () => {
  const wrong = () => {
    // @ts-expect-error another path
    void callUnparsed<typeof readTask>({ method: 'GET', path: '/tasks' }, { params: { id: 'a' } })
    // @ts-expect-error another method
    void callUnparsed<typeof readTask>({ method: 'POST', path: '/tasks/:id' }, { params: { id: 'a' } })
  }
  expect(wrong).toBeTypeOf('function')
})
