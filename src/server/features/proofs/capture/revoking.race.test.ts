import { expect, test } from 'vitest'
import { aPicture, send } from '#server/features/files/testing.ts'
import { aLink, aPhone, askAsGuest } from '#server/testing/data/capture.ts'
import { namesOf } from '#server/testing/data/drafts.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type Changed, countWaiting, patiently, startServerWith, withoutRowLock } from '#server/testing/guards.ts'
import { captureLinks } from '../tables.ts'
import { someTasks } from '../testing.ts'

/** A guest asks for a grant and the link is revoked between the look at the link and the grant; then the photo is sent. */
async function revokeWhileGranting(...changes: Changed[]) {
  let revoke = async (): Promise<unknown> => undefined
  let isRevoked = false
  const whileGranting: Changed = {
    find: /^insert into "proof_draft_files"/,
    async before() {
      if (isRevoked) return
      isRevoked = true
      void revoke()
      // With the lock the revocation waits for this grant; without it, it is over first.
      await Promise.race([revocation, eventually(async () => (await waiting()) > 0, 'the revocation to wait')])
    },
  }
  let revocation: Promise<unknown> = Promise.resolve()
  let waiting = async () => 0
  const server = await startServerWith(whileGranting, ...changes)
  waiting = () => countWaiting(server.db)
  const call = await server.aCompany()
  const [taskId] = await someTasks(server, 1)
  const { id, token } = await aLink(call, taskId)
  const company = server.unchanged.caller(call.cookie)
  revoke = () => {
    revocation = company('DELETE', `/api/capture-links/${id}`)
    return revocation
  }
  const bytes = await aPicture()
  const grant = await patiently(() => askAsGuest(aPhone(server.visitor, token), bytes))
  await revocation
  expect(await server.db.select({ revokedAt: captureLinks.revokedAt }).from(captureLinks)).not.toEqual([
    { revokedAt: null },
  ])
  const sent = grant.status === 201 ? (await send(grant.body, bytes)).status : 0
  return { granted: grant.status, sent, names: await namesOf(company, taskId) }
}

test('what a link grants in the moment of its revocation cannot be sent', async () => {
  expect(await revokeWhileGranting()).toEqual({ granted: 201, sent: 409, names: [] })
})

test('red control: without the lock a file is added by a link that was revoked before', async () => {
  const result = await revokeWhileGranting(withoutRowLock('capture_links'))

  expect(result).toEqual({ granted: 201, sent: 201, names: ['team.jpg'] })
})
