import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sweep as sweepUploads } from '#server/features/files/removing/removal.ts'
import { uploads } from '#server/features/files/tables.ts'
import { uploaded } from '#server/features/files/testing.ts'
import { hours, minutes } from '#server/platform/clock.ts'
import { collect, draftOf, namesOf, whenPrepared } from '#server/testing/data/drafts.ts'
import { submit } from '#server/testing/data/submit-proof.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, startServerWith, withoutRowLock } from '#server/testing/guards.ts'
import { openStream } from '#server/testing/network/stream.ts'
import { proofDraftFiles, proofDrafts } from '../tables.ts'
import { someTasks } from '../testing.ts'
import * as store from './store.ts'
import { sweep as sweepDrafts } from './sweep.ts'

async function aTeam(...changes: Changed[]) {
  const server = await startServerWith(...changes)
  const [acme, admin] = [await server.aCompany(), await server.anAdmin()]
  const [taskId, other] = await someTasks(server, 2)
  const { platform, db, filesFolder } = server
  const sweep = async () => {
    await sweepDrafts(platform)
    await sweepUploads(platform)
  }
  const left = async () => (await db.select().from(uploads)).map(({ path }) => path)
  const isThere = (path: string | undefined) => existsSync(join(filesFolder, path ?? ''))
  return { ...server, acme, company: acme, admin, taskId, other, sweep, left, isThere }
}

test('a draft lives for 24 hours after it was last changed, and its files with it', async () => {
  const { company, taskId, clock, sweep, left, isThere, db } = await aTeam()
  const [first = ''] = await collect(company, taskId, 1)
  await whenPrepared(company, taskId)
  clock.advance(hours(23))
  const [second = ''] = await collect(company, taskId, 1, 2)
  await whenPrepared(company, taskId)
  clock.advance(hours(24))
  await sweep()
  expect(await namesOf(company, taskId)).toEqual(['1.jpg', '2.jpg'])
  expect(await draftOf(company, taskId)).toMatchObject({ body: { endsAt: '2026-06-03T11:00:00.000Z' } })

  clock.advance(1)
  await sweep()

  expect(await draftOf(company, taskId)).toMatchObject({ body: { files: [], endsAt: null } })
  expect(await left()).toEqual([])
  expect([first, second].map(isThere)).toEqual([false, false])
  expect(await db.$count(proofDrafts)).toBe(0)
})

test('who says so keeps a draft for another day', async () => {
  const { company, taskId, clock, sweep } = await aTeam()
  await collect(company, taskId, 1)
  clock.advance(hours(24) - minutes(1))

  expect(await company('PATCH', `/api/tasks/${taskId}/draft`, {})).toMatchObject({
    status: 200,
    body: { endsAt: '2026-06-03T11:59:00.000Z' },
  })
  clock.advance(hours(24))
  await sweep()

  expect(await namesOf(company, taskId)).toEqual(['1.jpg'])
})

test('a draft ends with its task, archived or deleted, and open screens hear of it', async () => {
  const { acme, company, admin, taskId, other, sweep, left, base } = await aTeam()
  const [used = ''] = await collect(company, taskId, 1)
  const rest = await collect(company, other, 6)
  expect((await submit(acme, other, rest)).status).toBe(201)
  const [late = ''] = await collect(company, other, 1, 7)
  const stream = await openStream(base, acme.cookie)

  expect((await admin('DELETE', `/api/tasks/${taskId}`)).body).toEqual({ archived: false })
  expect((await admin('DELETE', `/api/tasks/${other}`)).body).toEqual({ archived: true })
  await sweep()

  const paths = await left()
  expect(paths.toSorted()).toEqual(rest.toSorted())
  expect(paths).not.toContain(used)
  expect(paths).not.toContain(late)
  await stream.heard('uploads')
})

test('files of a proof outlive the draft they were collected in', async () => {
  const { acme, company, taskId, clock, sweep, left, db } = await aTeam()
  const paths = await collect(company, taskId, 7)
  expect((await submit(acme, taskId, paths.slice(0, 6))).status).toBe(201)

  clock.advance(hours(24) + 1)
  await sweep()

  expect((await left()).toSorted()).toEqual(paths.slice(0, 6).toSorted())
  expect(await db.$count(proofDraftFiles)).toBe(6)
})

test('a file that belongs to no draft goes after 24 hours as before', async () => {
  const { company, clock, sweep, left } = await aTeam()
  await uploaded(company)
  clock.advance(hours(24) + 1)
  await sweep()

  expect(await left()).toEqual([])
})

test('a draft that is changed in the moment of the sweep is kept', async () => {
  const { acme, company, taskId, clock, db, sweep } = await aTeam()
  await collect(company, taskId, 1)
  clock.advance(hours(24) + 1)

  await db.transaction(async (tx) => {
    const draft = await store.lock(tx, acme.companyId, taskId ?? '')
    await sweep()
    await store.update(tx, draft?.id ?? '', { touchedAt: clock.now() })
  })

  expect(await namesOf(company, taskId)).toEqual(['1.jpg'])
})

test('red control: without the lock the sweep takes the files of a draft that is being changed', async () => {
  const { acme, company, taskId, clock, db, sweep, left } = await aTeam(withoutRowLock('proof_drafts'))
  await collect(company, taskId, 1)
  clock.advance(hours(24) + 1)

  let sweeping: Promise<void> | undefined
  await db.transaction(async (tx) => {
    const draft = await store.lock(tx, acme.companyId, taskId ?? '')
    sweeping = sweep()
    await eventually(async () => (await left()).length === 0, 'the file to be taken')
    await store.update(tx, draft?.id ?? '', { touchedAt: clock.now() })
  })
  await sweeping

  expect(await namesOf(company, taskId)).toEqual([])
})
