import { expect, test } from 'vitest'
import { expressionsIn, findSlowText, readExpressions } from '../testing/expressions.ts'

/** Nobody sends what these read. */
const notOverInput = {
  'src/server/platform/config.ts': 'settings',
  'src/server/platform/mail/transports/transport.ts': 'a setting',
  'src/server/platform/database/migrating/batches.ts': 'our own migrations',
  'src/client/platform/formats/without-intl.ts': 'the digits of one number',
}

test('no expression over input needs more than linear time', () => {
  const expressions = readExpressions(['src/contract', 'src/server', 'src/client'])

  const slow = expressions.filter(
    (expression) => !((expression.place.split(':')[0] ?? '') in notOverInput) && findSlowText(expression) !== undefined,
  )

  expect(expressions.length).toBeGreaterThan(150)
  expect(slow).toEqual([])
})

test.each([
  ['of digits before a dot', /\d+(?:\.\d+){3}/u],
  ['of letters before a dot', /[\p{L}\p{N}-]{2,}[.。]\p{L}{2,}/u],
  ['of signs at the end', /-+$/],
  ['of an address in a text', /https?:\/\/[^\s<>"']+?(?=[.,;:!?)]*(?:[\s<>"']|$))/gi],
  ['of breaks before a sign', /(^|[,;\t\r\n])([\s"]*)([=+])/g],
  ['of groups in groups', /^(\w+\s?)*$/],
])('an expression that needs more is found: one %s', (_, planted) => {
  const [expression] = expressionsIn('planted.ts', `export const planted = ${planted}`)

  const slowText = expression && findSlowText(expression)

  expect(slowText).toBeDefined()
})
