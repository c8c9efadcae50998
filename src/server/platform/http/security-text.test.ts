import { expect, test } from 'vitest'
import { startServer } from '#server/testing.ts'
import { days } from '../clock.ts'
import { readConfig } from '../config.ts'

const path = '/.well-known/security.txt'

test('whoever found a weakness reads whom to tell, in the form that programs know', async () => {
  const environment = { PUBLIC_URL: 'https://week.test', SUPPORT_EMAIL: 'help@week.test' }
  const { visitor, clock } = await startServer({ environment })

  const { status, text, headers } = await visitor('GET', path)

  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const inHalfAYear = new Date(clock.now().getTime() + days(180)).toISOString().slice(0, 10)
  expect(text.split('\n')).toEqual([
    'Contact: mailto:help@week.test',
    `Expires: ${inHalfAYear}T00:00:00Z`,
    'Preferred-Languages: en',
    `Canonical: https://week.test${path}`,
    '',
  ])
  const head = await visitor('HEAD', path)
  expect([head.status, head.text]).toEqual([200, ''])
})

test('a contact of its own comes before the support address, and without both there is no such file', async () => {
  const own = await startServer({
    environment: { SUPPORT_EMAIL: 'help@week.test', SECURITY_CONTACT: 'https://week.test/security' },
  })
  expect((await own.visitor('GET', path)).text).toContain('Contact: https://week.test/security\n')

  const none = await startServer()
  const reply = await none.visitor('GET', path)
  expect([reply.status, reply.body.code]).toEqual([404, 'not-found'])
})

test('a contact that is neither an email nor a web address stops the start', () => {
  expect(readConfig({ SECURITY_CONTACT: 'security@week.test' }).securityContact).toBe('mailto:security@week.test')
  for (const SECURITY_CONTACT of [
    'somebody',
    'http://week.test',
    'https://week.test/\nContact: x',
    'a@b.c\nExpires: x',
  ])
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow(/^SECURITY_CONTACT must be/)
})
