import { expect, test } from 'vitest'
import { someTasks, waitingProofs } from '#server/features/proofs/testing.ts'
import { type Caller, startWorld } from '#server/testing.ts'

const everything = {
  'proof-sent-back': true,
  'proof-approved': true,
  'task-opens': true,
  'task-closes': true,
  'top-three': true,
}

test('a company gets every kind of email until it chooses, kind by kind', async () => {
  const { acme, zorg, root: admin } = await startWorld({ acme: 'company', zorg: 'user', root: 'admin' })
  const read = async (call: Caller) => (await call('GET', '/api/auth/notifications')).body

  const account = (name: string) => ({ email: `${name}@mail.test`, isConfirmed: false })
  expect(await read(acme)).toEqual({ address: 'office@acme.test', account: account('acme'), choices: everything })
  const change = { choices: { 'task-opens': false, 'top-three': false } }
  const changed = await acme('PATCH', '/api/auth/notifications', change)
  const again = await acme('PATCH', '/api/auth/notifications', { choices: { 'top-three': true } })

  expect(changed.body.choices).toEqual({ ...everything, 'task-opens': false, 'top-three': false })
  expect(again.body.choices).toEqual({ ...everything, 'task-opens': false })
  expect(await read(acme)).toEqual(again.body)
  expect(await read(zorg)).toEqual({ address: null, account: account('zorg'), choices: everything })
  expect((await admin('GET', '/api/auth/notifications')).status).toBe(403)
})

test('a kind that does not exist cannot be chosen, nor a necessary one', async () => {
  const { acme } = await startWorld({ acme: 'company' })

  for (const choices of [{ password: false }, { 'task-opens': 'no' }, 'none', undefined]) {
    const reply = await acme('PATCH', '/api/auth/notifications', { choices })
    expect([choices, reply.status]).toEqual([choices, 400])
  }
})

/** A company with rejected proofs, as many as asked for later. */
async function rejecting() {
  const { root, acme, ...server } = await startWorld({ root: 'admin', acme: 'company' })
  const ids = await waitingProofs(server, acme.companyId, await someTasks(server, 3))
  const reject = async () => {
    const reply = await root('PATCH', `/api/proofs/${ids.pop()}/review`, {
      status: 'rejected',
      adminNotes: 'Dark',
    })
    expect(reply.status).toBe(200)
  }
  const mails = async () => (await server.mails()).filter(({ template }) => template === 'proof-rejected')
  const choices = async () => (await acme('GET', '/api/auth/notifications')).body.choices
  return { ...server, root, acme, reject, mails, choices }
}

const oneClick = { raw: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } }

test('the button of a mail program switches a kind off without signing in, from anywhere', async () => {
  const { reject, mails, visitor, choices } = await rejecting()
  await reject()
  const [mail] = await mails()
  const { url, oneClickUrl } = mail?.letter.unsubscribe ?? { url: '', oneClickUrl: '' }
  const path = new URL(oneClickUrl).pathname
  expect(mail?.text).toContain(`Stop emails about proofs that need a fix or were rejected: ${url}`)

  const opened = await visitor('GET', path)
  expect([opened.status, opened.headers.get('location')]).toEqual([302, `/login?unsubscribe=${path.split('/').at(-1)}`])
  expect(await choices(), 'opening it changes nothing').toEqual(everything)

  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' }
  const pressed = await visitor('POST', path, undefined, {
    ...oneClick,
    headers: { ...oneClick.headers, ...elsewhere },
  })

  expect([pressed.status, pressed.body]).toEqual([200, { kind: 'proof-sent-back', wanted: false }])
  expect(await choices()).toEqual({ ...everything, 'proof-sent-back': false })
  await reject()
  expect(await mails()).toHaveLength(1)
})

test('the form of a mail program may have parts, be sent twice or have no body at all', async () => {
  const { reject, mails, visitor, choices } = await rejecting()
  await reject()
  const path = new URL((await mails())[0]?.letter.unsubscribe?.oneClickUrl ?? '').pathname
  const parts = '--x\r\ncontent-disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const inParts = { raw: parts, headers: { 'content-type': 'multipart/form-data; boundary=x' } }

  const replies = [
    await visitor('POST', path, undefined, inParts),
    await visitor('POST', path, undefined, oneClick),
    await visitor('POST', path),
  ]

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await choices()).toEqual({ ...everything, 'proof-sent-back': false })
  const large = await visitor('POST', path, undefined, { ...oneClick, raw: 'x'.repeat(5_000) })
  expect(large.status).toBe(413)
})

test('the page of the link switches it on again, and only from the own site', async () => {
  const { reject, mails, visitor, choices, acme } = await rejecting()
  await reject()
  const path = new URL((await mails())[0]?.letter.unsubscribe?.oneClickUrl ?? '').pathname
  await visitor('POST', path)

  const elsewhere = await visitor('DELETE', path, undefined, { headers: { 'sec-fetch-site': 'cross-site' } })
  expect([elsewhere.status, (await choices())['proof-sent-back']]).toEqual([403, false])
  const undone = await visitor('DELETE', path)

  expect([undone.status, undone.body]).toEqual([200, { kind: 'proof-sent-back', wanted: true }])
  expect(await choices()).toEqual(everything)
  const unknown = `/api/auth/unsubscriptions/${'A'.repeat(43)}`
  expect([(await visitor('POST', unknown)).status, (await acme('DELETE', unknown)).status]).toEqual([404, 404])
})

test('the call that other sites may make does not read the session of the browser it comes from', async () => {
  const { caller, visitor, acme, reject, mails, choices } = await rejecting()
  await reject()
  const zorg = `/api/auth/unsubscriptions/${'B'.repeat(43)}`
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }

  const reply = await caller(acme.cookie)('POST', zorg, undefined, { headers })

  expect(reply.status).toBe(404)
  expect(await choices()).toEqual(everything)
  const patch = await caller(acme.cookie)('PATCH', '/api/auth/notifications', { choices: {} }, { headers })
  expect(patch.status).toBe(403)
  expect((await mails()).length).toBe(1)
  expect((await visitor('GET', '/api/auth/notifications')).status).toBe(401)
})
