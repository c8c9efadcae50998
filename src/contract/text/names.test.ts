import fc from 'fast-check'
import { expect, test } from 'vitest'
import { companyName, personName } from '../common.ts'

const accepted = (shape: ReturnType<typeof personName>, name: string) => shape.safeParse(name).success

const realNames = [
  "O'Brien",
  'Dr. J. St. John-Smith',
  'J.R.R. Tolkien',
  'J.de Wit',
  'María José Ñúñez',
  'Müller-Lüdenscheidt',
  '王小明',
  'عبد الله',
  'می‌خواهم',
  'Seán Ó Ceallaigh Jr.',
  'Ludwig 2',
  'Anne/Marie',
]
test.each([...realNames])('%s is the name of a person and of a company', (name) => {
  expect([accepted(personName(), name), accepted(companyName(), name)]).toEqual([true, true])
})

test.each([
  'Acme B.V.',
  'Booking.com',
  'Yahoo! Inc.',
  'Smith & Sons, Ltd.',
  'AT&T',
  'c/o Acme N.V./Acme B.V.',
  '24/7 Gym',
])('%s is the name of a company', (name) => {
  expect(accepted(companyName(), name)).toBe(true)
})

test.each([
  'WINNER! Claim 500 USD at https://evil.test/win',
  'hxxp://evil.test',
  'www.evil.test',
  'WWW.Evil',
  'ada@evil.test',
  'ada＠evil',
  'ｗｗｗ．evil',
  'https：／／evil',
  'ht\u200dtps:/\u200d/evil',
  'evil.test/win',
  'evil。test/win',
  't.co/x',
  'evil.test:8080',
  '192.0.2.7',
])('%s is no name', (name) => {
  for (const shape of [personName(), companyName()]) {
    const { error } = shape.safeParse(name)
    expect(error?.issues.map(({ message }) => message)).toEqual(["A name can't contain a web or email address"])
  }
})

test.each(['Win at evil.com', 'evil.xn', 'Ада.рф'])('%s is no name of a person', (name) => {
  expect(personName().safeParse(name).error?.issues[0]?.message).toBe(
    "A name can't contain a web or email address. Put a space after a full stop",
  )
})

test.each([
  'Ada\nLovelace',
  'Ada\tL',
  'Ada\u0085L',
  'Ada\u2028L',
  'Ada\u202eecalevoL',
  'Ada\u200bL',
  'Ada\u2066L',
  'Ada\ufeffL',
  'A\u001bL',
])('%j is no name', (name) => {
  for (const shape of [personName(), companyName()]) {
    expect(shape.safeParse(name).error?.issues[0]?.message).toMatch(/invisible character/)
  }
})

test('no name that is taken holds an address, in any spelling of its letters', () => {
  const wide = (text: string) => text.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
  const sign = fc.constantFrom('://', 'www.', '@', 'x.test/')
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      sign,
      fc.string({ unit: 'binary' }),
      fc.boolean(),
      (a, core, b, isWide) => {
        return !accepted(companyName(), `${a}${isWide ? wide(core) : core}${b}`)
      },
    ),
  )
})
