// @vitest-environment node
import { expect, test } from 'vitest'
import { findPagePath, isPageFor, pagePaths } from '#contract/pages.ts'
import { modulesOfPages } from '../../../scripts/build/page-scripts.mjs'
import { pages } from './pages.ts'

test('a path belongs to a page whatever its case and with a slash at the end, and to no other', () => {
  expect(isPageFor('company', '/')).toBe(true)
  expect(isPageFor('company', '/Settings/')).toBe(true)
  expect(isPageFor('company', '/settings/more')).toBe(false)
  expect(isPageFor('administrator', '/events/6f2b0a52/attendees')).toBe(true)
  expect(isPageFor('company', '/events/6f2b0a52/attendees')).toBe(false)
  expect(isPageFor('everyone', '/e/K7QM2W4R')).toBe(true)
  expect(pagePaths.visitor).not.toContain('/')
})

test('an address is found as it is written in the list', () => {
  expect(findPagePath('administrator', '/Events/6f2b0a52/attendees/')).toBe('/events/:eventId/attendees')
  expect(findPagePath('company', '/events/6f2b0a52/attendees')).toBe(undefined)
})

test('the scripts of every page that the product draws are fetched at once', () => {
  const { everyone: _, ...drawn } = pagePaths
  const shown = Object.entries(drawn).flatMap(([role, paths]) => paths.map((path) => `${role} ${path}`))

  expect(Object.keys(modulesOfPages).toSorted()).toEqual(shown.toSorted())
})

test('every page of the client is one that the server answers', () => {
  const addresses = pages.map(({ role, path, query }) => `${role} ${path}${query ? `?${query.join('=')}` : ''}`)
  const known = Object.entries(pagePaths).flatMap(([role, paths]) => paths.map((path) => `${role} ${path}`))

  expect(addresses.toSorted()).toEqual(known.toSorted())
})
