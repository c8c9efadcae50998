import { z } from 'zod'
import type { OrderKey } from '#contract/leaderboard/rules.ts'
import { Problem } from '#server/platform/errors/problem.ts'

const Key = z.tuple([z.number(), z.string().nullable(), z.string(), z.string()])

/** The place behind which the next page begins, in the terms of the order itself: it stays the same place when others move. */
export const encodeCursor = ({ points, reachedAt, name, id }: OrderKey): string =>
  Buffer.from(JSON.stringify([points, reachedAt, name, id] satisfies z.infer<typeof Key>)).toString('base64url')

export function decodeCursor(cursor: string): OrderKey {
  const parsed = Key.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success) {
    const sentence = 'Unknown cursor: please start with the first page again'
    throw new Problem('invalid-input', { sentence, fields: { cursor: sentence } })
  }
  const [points, reachedAt, name, id] = parsed.data
  return { points, reachedAt, name, id }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
