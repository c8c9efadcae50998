import { expect, test } from 'vitest'
import { comparedDays } from './compared-days.ts'

test('the days that are compared name month and year once where they can', () => {
  const range = (from: string, to = from) => ({ from, to })
  const say = (first: ReturnType<typeof range>, last: ReturnType<typeof range>) => comparedDays({ first, last })

  expect(say(range('2026-06-01', '2026-06-02'), range('2026-06-06', '2026-06-07'))).toBe(
    'Compared are 1–2 Jun 2026 and 6–7 Jun 2026.',
  )
  expect(say(range('2026-06-01'), range('2026-06-03'))).toBe('Compared are 1 Jun 2026 and 3 Jun 2026.')
  expect(say(range('2026-05-31', '2026-06-01'), range('2026-12-31', '2027-01-01'))).toBe(
    'Compared are 31 May – 1 Jun 2026 and 31 Dec 2026 – 1 Jan 2027.',
  )
  expect(comparedDays(undefined)).toBe('')
})
