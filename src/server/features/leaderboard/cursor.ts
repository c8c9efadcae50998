import { z } from 'zod'
import type { OrderKey } from '#contract/leaderboard/rules.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursor.ts'

const shape = z.tuple([z.number(), z.string().nullable(), z.string(), z.string()])

/** The place behind which the next page begins, in the terms of the order itself: it stays the same place when others move. */
export const cursorOf = ({ points, reachedAt, name, id }: OrderKey): string =>
  encodeCursor([points, reachedAt, name, id] satisfies z.infer<typeof shape>)

export function keyOf(cursor: string): OrderKey {
  const [points, reachedAt, name, id] = decodeCursor(cursor, shape)
  return { points, reachedAt, name, id }
}
