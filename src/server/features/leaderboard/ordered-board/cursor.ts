import { z } from 'zod'
import type { OrderKey } from '#contract/leaderboard/rules.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursor.ts'

const shape = z.tuple([z.number().nullable(), z.string().nullable(), z.string(), z.string()])

/** The place behind which the next page begins, in the terms of the order itself: it stays the same place when others move. */
export const cursorOf = ({ score, reachedAt, name, id }: OrderKey): string =>
  encodeCursor([score, reachedAt, name, id] satisfies z.infer<typeof shape>)

export function keyOf(cursor: string): OrderKey {
  const [score, reachedAt, name, id] = decodeCursor(cursor, shape)
  return { score, reachedAt, name, id }
}
