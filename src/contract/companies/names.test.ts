import { expect, test } from 'vitest'
import { branding } from '../branding/branding.ts'
import { isReservedName, nameKey } from './names.ts'

test.each([
  ['Аcme Bank', 'a Cyrillic А'],
  ['ACME bank', 'other letters in size'],
  ['Acme  Bank ', 'more spaces'],
  ['Acme\u00a0Bank', 'a space that does not break'],
  ['Ac\u200dme Ba\u200cnk', 'joiners'],
  ['Acme\ufe0f Bank', 'a selector'],
  ['Ａｃｍｅ Ｂａｎｋ', 'full-width letters'],
  ['Αсmе Ваnk', 'Greek and Cyrillic letters'],
  ['ΑСΜЕ ΒАΝК', 'capitals of other alphabets'],
])('%s has the key of Acme Bank: %s', (name) => {
  expect(nameKey(name)).toBe(nameKey('Acme Bank'))
})

test('names that differ to the eye have different keys', () => {
  const names = ['Acme Bank', 'Acme Bank 2', 'AcmeBank', 'Acmé Bank', 'Вода', 'Voda', 'Ηλιος', '海', '山']

  expect(new Set(names.map(nameKey)).size).toBe(names.length)
})

test('a key fits into an index, whatever its letters become', () => {
  expect(Buffer.byteLength(nameKey('ﷺ'.repeat(200)))).toBeLessThan(2_000)
})

test.each([
  'Administrator',
  'АDMIN',
  'The Organisers',
  'Sports Week Support',
  'official admin-team',
  branding.eventName,
  `${branding.initiative} Office`,
  'S\u200dupport',
])('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true)
})

test.each(['Support Group Curaçao', 'Acme Security', 'Week Market', 'The Sports Shop', 'Admiral Shipping'])(
  '%s is a name like any other',
  (name) => {
    expect(isReservedName(name)).toBe(false)
  },
)
