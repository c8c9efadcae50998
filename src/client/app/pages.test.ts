// @vitest-environment node
import { expect, test } from 'vitest'
import { isPageFor, pagePaths } from '#contract/pages.ts'

test('a path belongs to a page whatever its case and with a slash at the end, and to no other', () => {
  expect(isPageFor('company', '/')).toBe(true)
  expect(isPageFor('company', '/Settings/')).toBe(true)
  expect(isPageFor('company', '/settings/more')).toBe(false)
  expect(isPageFor('administrator', '/events/6f2b0a52/attendees')).toBe(true)
  expect(isPageFor('company', '/events/6f2b0a52/attendees')).toBe(false)
  expect(isPageFor('everyone', '/e/K7QM2W4R')).toBe(true)
  expect(pagePaths.visitor).not.toContain('/')
})
