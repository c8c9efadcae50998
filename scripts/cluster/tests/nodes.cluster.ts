import { administrator } from '../../../e2e/support/challenge.ts'
import type { DescribedCluster } from './described-cluster.ts'
import { cookieOf, expect, password, requireOk, test } from './product.ts'
import { openStream } from './streams.ts'

const call = (base: string, method: string, path: string, cookie = '', body?: object) =>
  fetch(base + path, {
    method,
    redirect: 'manual',
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })

/** The status of each node for this session. */
const statuses = ({ nodes }: DescribedCluster, cookie: string) =>
  Promise.all(nodes.map(async (node) => (await call(node, 'GET', '/api/auth/user', cookie)).status))

const signIn = async (base: string, email: string, secret = password) =>
  cookieOf(await requireOk(call(base, 'POST', '/api/auth/login', '', { email, password: secret })))

test('what is changed at one node reaches live streams at every node', async ({ cluster, product }) => {
  const cookie = await administrator(product)
  for (const from of cluster.nodes) {
    const streams = await Promise.all([...cluster.nodes, cluster.url].map((base) => openStream(base, cookie)))
    const task = { title: `Made at ${new URL(from).port}`, description: 'Go outside together.', pointsReward: 5 }
    await requireOk(call(from, 'POST', '/api/tasks', cookie, task))
    for (const stream of streams) {
      expect(stream.status).toBe(200)
      await expect.poll(stream.topics).toContain('tasks')
      stream.close()
    }
  }
})

test('a session works at every node, and ends at every node when one logs it out', async ({ cluster, product }) => {
  const { email } = await product.aCompany('Everywhere Ltd')
  for (const node of cluster.nodes) {
    const cookie = await signIn(node, email)
    expect(await statuses(cluster, cookie)).toEqual([200, 200, 200])
    const streams = await Promise.all(cluster.nodes.map((base) => openStream(base, cookie)))

    await call(node, 'GET', '/api/logout', cookie)

    // Other nodes learn of it a moment later.
    await expect.poll(() => statuses(cluster, cookie)).toEqual([401, 401, 401])
    for (const stream of streams) await expect.poll(stream.isOver).toBe(true)
  }
})

test('a new password ends every other session at every node', async ({ cluster, product }) => {
  const { email } = await product.aCompany('Changed Ltd')
  let current = password
  for (const [n, node] of cluster.nodes.entries()) {
    const sessions = await Promise.all(cluster.nodes.map((base) => signIn(base, email, current)))
    const own = await signIn(node, email, current)
    const next = `Another-lane-7${n}`

    const passwords = { currentPassword: current, password: next, confirmPassword: next }
    const changed = await requireOk(call(node, 'PATCH', '/api/auth/password', own, passwords))

    for (const cookie of [...sessions, own]) await expect.poll(() => statuses(cluster, cookie)).toEqual([401, 401, 401])
    current = next
    expect(await statuses(cluster, cookieOf(changed))).toEqual([200, 200, 200])
  }
})

test('every node is ready and answers through the proxy', async ({ cluster }) => {
  const ready = await Promise.all(cluster.nodes.map(async (node) => (await fetch(`${node}/api/readyz`)).json()))
  const through = await Promise.all(Array.from({ length: 9 }, () => fetch(`${cluster.url}/api/readyz`)))

  expect(ready).toEqual(Array(3).fill({ status: 'ok' }))
  expect(through.map(({ status }) => status)).toEqual(Array(9).fill(200))
})
