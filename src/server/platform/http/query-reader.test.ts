import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createQueryReader } from './route.ts'

const asked = (limit: string) => ({ url: `/api/list?limit=${limit}`, query: { limit } }) as FastifyRequest

function countingReader() {
  let parsed = 0
  const limit = z.string().transform((text) => {
    parsed++
    return Number(text)
  })
  const read = createQueryReader({ path: '/list', query: z.strictObject({ limit: limit.pipe(z.number().max(1_000)) }) })
  return { read, parsed: () => parsed }
}

test('the same address is parsed once, and what it means cannot be altered by one reader for the others', () => {
  const { read, parsed } = countingReader()
  const first = read(asked('100'))
  expect(first).toEqual({ limit: 100 })
  expect(read(asked('100'))).toBe(first)
  expect(read(asked('50'))).toEqual({ limit: 50 })
  expect(parsed()).toBe(2)
  expect(() => Object.assign(first, { limit: 1 })).toThrow(TypeError)
})

test('a query that is refused is refused each time', () => {
  const { read } = countingReader()
  for (let round = 0; round < 2; round++) expect(() => read(asked('1001'))).toThrow(z.ZodError)
})

test('who asks for another address each time does not fill the memory', () => {
  const { read, parsed } = countingReader()
  for (let limit = 0; limit <= 1_000; limit++) expect(read(asked(String(limit)))).toEqual({ limit })
  // Long gone, so it is parsed again.
  expect(read(asked('0'))).toEqual({ limit: 0 })
  expect(parsed()).toBe(1_002)
})
