import { expect, test } from 'vitest'
import { goodPassword, startServer, startWorld } from '#server/testing.ts'

const choice = (password: string) => ({ password, confirmPassword: password })

test('the log tells of every new password and every link for one, without naming anybody', async () => {
  const { visitor, aCompany, anAdmin, mails, logs } = await startServer({ environment: { LOG_LEVEL: 'info' } })
  const [admin, ada] = [await anAdmin(), await aCompany('ada')]
  const ask = (email: string) => visitor('POST', '/api/auth/forgotten-password', { email })
  const change = (currentPassword: string) =>
    ada('PATCH', '/api/auth/password', { currentPassword, ...choice('Trade-wind-77') })
  const openLink = (token: string | undefined) =>
    visitor('POST', '/api/auth/reset-password', { token, ...choice('Salt-pans-31') })

  const replies = [await change('a-wrong-guess'), await change(goodPassword)]
  replies.push(await ask(ada.email), await ask('nobody@mail.test'))
  const token = /reset=([\w-]+)/.exec(
    (await mails()).find(({ template }) => template === 'forgotten-password')?.text ?? '',
  )?.[1]
  replies.push(await openLink(token), await openLink(token))
  replies.push(await admin('PATCH', `/api/admin/companies/${ada.companyId}/password`, { password: 'Divi-divi-12' }))

  const requestIds = replies.map(({ headers }) => headers.get('x-request-id'))
  const [user, address] = [ada.userId, '127.0.0.1']
  const events = [
    { event: 'password-change-failed', outcome: 'wrong-password', user, address },
    { event: 'password-changed', outcome: 'by-owner', user, address },
    { event: 'password-link', outcome: 'sent', user, address },
    { event: 'password-link', outcome: 'unknown-account', address },
    { event: 'password-changed', outcome: 'by-link', user, address },
    { event: 'password-change-failed', outcome: 'link-used', address },
    { event: 'password-changed', outcome: 'by-administrator', user },
  ]
  const logged = logs.map((line) => JSON.parse(line)).filter(({ event }) => /^password/.test(event))
  expect(logged).toMatchObject(events.map((event, n) => ({ ...event, requestId: requestIds[n] })))
  expect(logs.join()).not.toMatch(/@|a-wrong-guess|Lanes|Trade-wind|Salt-pans|Divi/)
})

test('the log tells of whoever may not, and of whoever asks too often: from where and in which request', async () => {
  const { visitor, logs, ada } = await startWorld({ ada: 'user' }, { environment: { LOG_LEVEL: 'warn' } })

  const replies = [await ada('GET', '/api/admin/companies')]
  for (let n = 0; n < 6; n++) {
    const reply = await visitor('POST', '/api/auth/forgotten-password', { email: ada.email })
    if (reply.status === 429) replies.push(reply)
  }

  const [forbidden, tooMany] = replies.map(({ headers }) => headers.get('x-request-id'))
  const [event, address] = ['refused', '127.0.0.1']
  expect(logs.map((line) => JSON.parse(line)).filter((line) => line.event === event)).toMatchObject([
    { event, outcome: 'forbidden', requestId: forbidden, route: '/api/admin/companies', user: ada.userId, address },
    { event, outcome: 'too-many-links', requestId: tooMany, route: '/api/auth/forgotten-password', address },
  ])
})
