import { expect, test } from 'vitest'
import { sessionCookie } from './cookie.ts'

const { read } = sessionCookie({ publicUrl: 'http://localhost:3000' })

test.each([
  ['session=abc', 'abc'],
  ['theme=dark; session=abc', 'abc'],
  ['session=abc;theme=dark', 'abc'],
  [' session = abc ; theme=dark', 'abc'],
  ['session=a=b==; theme=dark', 'a=b=='],
  ['flag; session=abc', 'abc'],
  [';;session=abc;;', 'abc'],
])('of %j the secret is %j', (cookie, secret) => {
  expect(read({ headers: { cookie } })).toBe(secret)
})

test.each([
  [undefined],
  [''],
  ['theme=dark'],
  ['session='],
  ['session'],
  ['my-session=abc'],
  ['theme=session=abc'],
  ['Session=abc'],
  ['session=abc; session=def'],
  ['session; session=abc'],
])('of %j there is none', (cookie) => {
  expect(read({ headers: cookie === undefined ? {} : { cookie } })).toBeUndefined()
})
