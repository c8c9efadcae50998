import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/features/auth/tables.ts'
import { hours } from '#server/platform/clock.ts'
import { aProofToReview } from '#server/testing/data/proof-to-review.ts'
import { expireFixes } from '../fixes/expire.ts'

/** The home of a company, which opens the dialog of the task. */
const taskLink = /^http:\/\/week\.test\/\?task=[0-9a-f-]{36}$/

test('a company is emailed at once that its proof was rejected, with the reason and one link', async () => {
  const { server, root, review, clock } = await aProofToReview()
  // Ten in the evening: whoever waits for the answer gets it.
  clock.advance(hours(14))

  await review(root, { status: 'rejected', adminNotes: 'The same photo four times' })
  await review(root, { status: 'rejected', adminNotes: 'The same photo four times' })

  const [mail, ...others] = await server.mails()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    template: 'proof-rejected',
    toAddress: 'office@acme.test',
    toName: 'Ada Lovelace',
    subject: 'Your proof for “Task 1” was not accepted',
  })
  expect(mail?.text).toContain('Hello Ada,')
  expect(mail?.text).toContain('Reason: The same photo four times')
  expect(mail?.text).toContain('you have 48 hours, until Wednesday 3 June, 22:00')
  expect(mail?.letter.button).toEqual({ label: 'Submit another proof', url: expect.stringMatching(taskLink) })
})

test('a company is emailed at once which files need a fix, why, and until when', async () => {
  const { server, root, paths, sendBack, acme, fix, aPhoto, clock } = await aProofToReview()

  await sendBack(root, paths[1], paths[4])

  const [mail, ...others] = await server.mails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Please replace 2 files of your proof for “Task 1”')
  expect(mail?.text).toContain('File 2: Too dark or blurred\nFile 5: Too dark or blurred')
  expect(mail?.text).toContain('by Wednesday 3 June, 08:00')

  await fix(acme, [
    { path: paths[1], replacement: await aPhoto() },
    { path: paths[4], replacement: await aPhoto() },
  ])
  clock.advance(hours(1))
  await sendBack(root, paths[0])
  expect((await server.mails()).map(({ subject }) => subject)).toEqual([
    'Please replace 2 files of your proof for “Task 1”',
    'Please replace one file of your proof for “Task 1”',
  ])
})

test('a fix that did not come in time is told too', async () => {
  const { server, root, paths, sendBack, clock } = await aProofToReview()
  await sendBack(root, paths[0])
  clock.advance(hours(49))

  await expireFixes(server.platform)
  await expireFixes(server.platform)

  const mails = await server.mails()
  expect(mails.map(({ template }) => template)).toEqual(['proof-needs-fix', 'proof-rejected'])
  expect(mails[1]?.text).toContain('Reason: Not fixed within 48 hours.')
})

test('a disabled company, one that does not want it, and an approval get no email', async () => {
  const { server, db, root, acme, review, id } = await aProofToReview()
  const reopen = () => root('POST', `/api/proofs/${id}/reopening`, { note: 'Looked again' })

  await review(root, { status: 'approved' })
  await reopen()
  await acme('PATCH', '/api/auth/notifications', { choices: { 'proof-sent-back': false } })
  await review(root, { status: 'rejected', adminNotes: 'Dark' })
  await reopen()
  await acme('PATCH', '/api/auth/notifications', { choices: { 'proof-sent-back': true } })
  await db.update(users).set({ disabledAt: server.clock.now() }).where(eq(users.id, acme.userId))
  await review(root, { status: 'rejected', adminNotes: 'Dark' })

  expect(await server.mails()).toEqual([])
})
