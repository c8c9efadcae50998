import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { captureDeviceHeader, captureTokenHeader } from '#contract/endpoint.ts'
import { aLink } from '#server/testing/data/capture.ts'
import { eventually } from '#server/testing/eventually.ts'
import { startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

type Server = Awaited<ReturnType<typeof startServer>>

/** The stream of a guest's page, with the number of changes that it was told of. */
async function follow({ base }: Server, token: string) {
  const headers = { [captureTokenHeader]: token, [captureDeviceHeader]: randomBytes(24).toString('base64url') }
  const leaving = new AbortController()
  const response = await fetch(`${base}/api/capture/stream`, { headers, signal: leaving.signal })
  let text = ''
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk)
  })().catch(() => undefined)
  return {
    status: response.status,
    isOpen: () => text.includes(': open'),
    changes: () => text.split('data:').length - 1,
    text: () => text,
    async leave() {
      leaving.abort()
      await reading
    },
  }
}

async function twoCompanies() {
  const server = await startServer()
  const other = await startServer({ beside: server })
  const [taskId = ''] = await someTasks(server, 1)
  const [acme, zorg] = [await server.aCompany('acme'), await server.aCompany('zorg')]
  const [hers, theirs] = [await aLink(acme, taskId), await aLink(zorg, taskId)]
  const [kim, lee] = [await follow(server, hers.token), await follow(server, theirs.token)]
  await eventually(() => kim.isOpen() && lee.isOpen(), 'both streams to be open')
  return { server, taskId, acme, other, hers, kim, lee }
}

test('a guest hears within a second that the link is revoked at another process; guests of others hear nothing', async () => {
  const { other, acme, hers, kim, lee } = await twoCompanies()
  const started = performance.now()

  await other.caller(acme.cookie)('DELETE', `/api/capture-links/${hers.id}`)
  await eventually(() => kim.changes() > 0, 'the guest to hear of it')

  expect(performance.now() - started).toBeLessThan(1_000)
  expect(kim.text()).not.toContain(hers.id)
  expect(lee.changes()).toBe(0)
  await Promise.all([kim.leave(), lee.leave()])
})

test('every guest hears that a task has changed', async () => {
  const { server, taskId, kim, lee } = await twoCompanies()
  const admin = await server.anAdmin()

  await admin('PATCH', `/api/tasks/${taskId}`, { title: 'Another name' })

  await eventually(() => kim.changes() > 0 && lee.changes() > 0, 'both guests to hear of it')
  await Promise.all([kim.leave(), lee.leave()])
})

test('without a working link there is no stream, and a stop of the server ends those that are open', async () => {
  const { server, kim, lee } = await twoCompanies()

  const refused = await follow(server, 'A'.repeat(43))
  expect(refused.status).toBe(401)

  await server.app.close()
  await Promise.all([kim.leave(), lee.leave()])
  expect(kim.text()).toContain(': open')
})
