import type { z } from 'zod'
import { Problem } from '../errors/problem.ts'

/** Encodes a place in a list as an opaque cursor. */
export const encodeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Throws for an invalid cursor. */
export function decodeCursor<Place extends z.ZodType>(cursor: string, shape: Place): z.output<Place> {
  const place = shape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (place.success) return place.data
  throw unknownCursor()
}

export function unknownCursor(): Problem {
  const sentence = 'Unknown cursor: please start with the first page again'
  return new Problem('invalid-input', { sentence, fields: { cursor: sentence } })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
