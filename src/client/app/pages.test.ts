// @vitest-environment node
import { expect, test } from 'vitest'
import { findPagePath, isPageFor, pages } from '#contract/pages.ts'
import { readPageModules } from '../../../scripts/build/page-modules.mjs'
import { findPage } from './pages.ts'

test('a path belongs to a page whatever its case and with a slash at the end, and to no other', () => {
  expect(isPageFor('company', '/')).toBe(true)
  expect(isPageFor('company', '/Settings/')).toBe(true)
  expect(isPageFor('company', '/settings/more')).toBe(false)
  expect(isPageFor('administrator', '/events/6f2b0a52/attendees')).toBe(true)
  expect(isPageFor('company', '/events/6f2b0a52/attendees')).toBe(false)
  expect(isPageFor('everyone', '/e/K7QM2W4R')).toBe(true)
  expect(isPageFor('visitor', '/')).toBe(false)
})

test('an address is found as it is written in the list', () => {
  expect(findPagePath('administrator', '/Events/6f2b0a52/attendees/')).toBe('/events/:eventId/attendees')
  expect(findPagePath('company', '/events/6f2b0a52/attendees')).toBe(undefined)
})

test('an address with a query that a page has is that page, whatever else it asks', () => {
  expect(findPagePath('administrator', '/companies?q=acme')).toBe('/companies')
  expect(findPagePath('administrator', '/companies?q=acme&company=6f2b0a52')).toBe('/companies?company=:id')
  expect(findPagePath('administrator', '/companies?company=')).toBe('/companies')
  expect(findPagePath('administrator', '/leaderboard')).toBe(undefined)
})

const addresses = Object.entries(pages).flatMap(([role, titles]) =>
  Object.keys(titles).map((address) => ({ role, address })),
)

test('the scripts of every page that the product draws are fetched at once', () => {
  const drawn = addresses.filter(({ role }) => role !== 'everyone').map(({ role, address }) => `${role} ${address}`)

  expect(Object.keys(readPageModules()).toSorted()).toEqual(drawn.toSorted())
})

test('every page that the server answers is drawn by the client', () => {
  for (const { role, address } of addresses) {
    const viewer = role === 'everyone' ? 'visitor' : (role as 'visitor')
    expect(findPage(viewer, address.replaceAll(/:\w+/g, 'x1'))).toMatchObject({ role, address })
  }
})
