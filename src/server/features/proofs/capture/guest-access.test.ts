import { expect, test } from 'vitest'
import { added, aLink, aPhone } from '#server/testing/data/capture.ts'
import { collect, whenPrepared } from '#server/testing/data/drafts.ts'
import { anEvent, aRegistration } from '#server/testing/data/events.ts'
import { contents } from '#server/testing/database/contents.ts'
import { addressOf, aRequest } from '#server/testing/requests.ts'
import { startServer } from '#server/testing.ts'
import { someTasks } from '../testing.ts'

test('a team link opens its own calls and no other: every route refuses a guest as it refuses a stranger', async () => {
  const server = await startServer()
  const { app, visitor, db } = server
  const [acme, admin] = [await server.aCompany(), await server.anAdmin()]
  const [taskId] = await someTasks(server, 1)
  const guest = aPhone(visitor, (await aLink(acme, taskId)).token)
  const [own = ''] = [await added(guest)]
  const [companys = ''] = await collect(acme, taskId, 1)
  await whenPrepared(acme, taskId)
  const { id: eventId } = await anEvent(admin)
  const { id: attendeeId } = await aRegistration(visitor, admin, eventId)
  const about = { companyId: acme.companyId, adminId: admin.userId, email: admin.email, eventId, attendeeId }

  const others = app.endpoints.filter(({ access }) => access !== 'guest')
  expect(others.length).toBeGreaterThan(90)
  for (const { method, path, access } of others) {
    const call = `${method} ${path}`
    const before = access === 'public' ? undefined : await contents(db)
    const { params, body } = aRequest(call, { ...about, word: 'guest' })
    // The ids of the guest's own task and file, where a call has one.
    const ids = path.startsWith('/tasks/') ? { ...params, id: taskId ?? '' } : params
    const reply = await guest(method, addressOf(path, ids), body)
    if (access === 'public') {
      const stranger = aRequest(call, { ...about, word: 'stranger' })
      expect([call, reply.status]).toEqual([call, (await visitor(method, addressOf(path, ids), stranger.body)).status])
      continue
    }
    expect([call, reply.status, reply.body?.code]).toEqual([call, 401, 'not-signed-in'])
    expect([call, await contents(db)]).toEqual([call, before])
  }
  for (const path of [own, companys]) {
    expect((await guest('GET', `/api/files/${path}`)).status).toBe(401)
    expect((await guest('DELETE', `/api/uploads/${path}`)).status).toBe(401)
  }
})
