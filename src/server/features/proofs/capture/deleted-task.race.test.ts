import { expect, test } from 'vitest'
import { aPicture } from '#server/features/files/testing.ts'
import { aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { type Changed, interruption, startServerWith } from '#server/testing/guards.ts'
import { someTasks } from '../testing.ts'

/** A guest asks for a grant, and the task is deleted when the device of the guest is written down. */
async function deleteTaskWhileGranting(...changes: Changed[]) {
  const deletion = interruption(/^insert into "capture_guests"/)
  const server = await startServerWith(deletion.changed, ...changes)
  const [acme, root] = [await server.aCompany(), await server.anAdmin()]
  const [taskId] = await someTasks(server, 1)
  const { token } = await aLink(server.unchanged.caller(acme.cookie), taskId)
  deletion.prepare(server.db, () => root('DELETE', `/api/tasks/${taskId}`))
  const granted = await askAsGuest(aPhone(server.visitor, token), await aPicture())
  return { granted: granted.status, deleted: await deletion.status() }
}

test('a task that is deleted while a guest adds a photo waits for the grant, and neither fails', async () => {
  expect(await deleteTaskWhileGranting()).toEqual({ granted: 201, deleted: 200 })
})

test('red control: with the link locked before the task, one of the two fails', async () => {
  let isFirst = true
  const unlockedAtFirst: Changed = {
    find: /from "tasks".* for share$/,
    without(query) {
      if (!isFirst) return query
      isFirst = false
      return { ...query, text: query.text.replace(/ for share$/, '') }
    },
  }

  const { granted, deleted } = await deleteTaskWhileGranting(unlockedAtFirst)

  expect([granted, deleted]).toContain(503)
})
