import { expect, test } from 'vitest'
import { uploads } from '#server/features/files/tables.ts'
import {
  aPicture,
  askForGrant,
  beginUpload,
  keptFiles,
  nothingIsLeft,
  send,
  uploaded,
} from '#server/features/files/testing.ts'
import { endSessionsOf } from '#server/platform/sessions/sessions.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, countWaiting, startServerWith, withoutRowLock } from '#server/testing/guards.ts'
import { startServer } from '#server/testing.ts'

/** A company at one process, an administrator at another: files and database are the same. */
async function twoProcesses() {
  const server = await startServer()
  const other = await startServer({ beside: server })
  const [root, acme] = [await server.anAdmin(), await server.aCompany()]
  const elsewhere = other.caller(root.cookie)
  const disable = () => elsewhere('PATCH', `/api/admin/companies/${acme.companyId}`, { disabled: true })
  const reset = () =>
    elsewhere('PATCH', `/api/admin/companies/${acme.companyId}/password`, { password: 'Trade-wind-77' })
  return { server, other, root, acme, disable, reset }
}

for (const act of ['disable', 'reset'] as const) {
  test(`an upload under way is cut by ${act} at another process, and nothing of it stays`, async () => {
    const { server, acme, ...acts } = await twoProcesses()
    const picture = Buffer.concat([await aPicture(), Buffer.alloc(200_000)])
    const { body: grant } = await askForGrant(acme, picture)
    const upload = beginUpload(grant.url.replace('http://week.test', server.base), picture)
    await eventually(() => keptFiles(server).length === 1, 'the first bytes to arrive')

    expect((await acts[act]()).status).toBe(200)

    expect(await upload.answer).toMatchObject({ status: 401, body: { code: 'not-signed-in' } })
    upload.end()
    await nothingIsLeft(server)
  })
}

test('grants that were not used yet are cancelled with the sessions; files that arrived stay', async () => {
  const { server, acme, disable } = await twoProcesses()
  const path = await uploaded(acme)
  const picture = await aPicture()
  const { body: grant } = await askForGrant(acme, picture)

  await disable()

  expect(await send(grant, picture)).toMatchObject({ status: 409, body: { code: 'grant-spent' } })
  expect((await server.db.select().from(uploads)).filter(({ state }) => state !== 'discarded')).toMatchObject([
    { path },
  ])
  expect(keptFiles(server).length).toBeGreaterThan(0)
})

test('who changes the own password keeps the uploads of this session and loses those of the others', async () => {
  const { server, acme } = await twoProcesses()
  const other = await acme.enter()
  const picture = await aPicture()
  const { body: mine } = await askForGrant(acme, picture)
  const { body: stolen } = await askForGrant(other, picture)

  const change = { currentPassword: 'Lanes-and-sun-42', password: 'Trade-wind-77', confirmPassword: 'Trade-wind-77' }
  expect((await acme('PATCH', '/api/auth/password', change)).status).toBe(200)

  expect((await send(stolen, picture)).status).toBe(409)
  expect((await send(mine, picture)).status).toBe(201)
  expect(await server.db.$count(uploads)).toBe(2)
})

/** Asks for a grant while the end of the session is written and not yet committed. */
async function grantDuringEnd(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const acme = await server.aCompany()
  const picture = await aPicture()
  let granting: ReturnType<typeof askForGrant> | undefined
  let answered = false
  await server.db.transaction(async (tx) => {
    await endSessionsOf(tx, acme.userId, { reason: 'disabled' })
    granting = askForGrant(acme, picture).finally(() => {
      answered = true
    })
    await eventually(async () => answered || (await countWaiting(server.db)) > 0, 'the grant to meet the lock')
  })
  const reply = await granting
  return { status: reply?.status, grants: await server.db.$count(uploads) }
}

test('a grant asked for at the moment the sessions end is refused', async () => {
  expect(await grantDuringEnd()).toEqual({ status: 401, grants: 0 })
})

test('red control: without the lock on the session the grant is given', async () => {
  expect(await grantDuringEnd(withoutRowLock('sessions'))).toEqual({ status: 201, grants: 1 })
})
