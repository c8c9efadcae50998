import type { z } from 'zod'
import { Problem } from '../errors/problem.ts'

/** A place in a list as text for an address. Readers treat it as opaque. */
export const encodeCursor = (place: unknown): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** Refuses what is no place of this list. */
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
