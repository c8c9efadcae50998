import { hash } from 'node:crypto'
import { z } from 'zod'
import type { BoardKind } from '#contract/leaderboard/boards.ts'
import type { OrderKey } from '#contract/leaderboard/rules.ts'
import { decodeCursor, encodeCursor, unknownCursor } from '#server/platform/http/cursor.ts'

const shape = z.tuple([z.number().nullable(), z.string().nullable(), z.string(), z.string()])

/** The last place of a page. It is a key of the order, not a count, so that it stays the same when others move. */
export const placeOf = ({ score, reachedAt, name, id }: OrderKey): string =>
  encodeCursor([score, reachedAt, name, id] satisfies z.infer<typeof shape>)

type BoardList = { board: BoardKind; division?: string; q?: string }

/** Names the list that a cursor belongs to, in a few letters. */
export const nameList = ({ board, division, q }: BoardList): string =>
  board === 'official' && !q ? board : hash('sha256', JSON.stringify([board, division, q]), 'base64url').slice(0, 10)

/** A place on one list. */
export const cursorOf = (list: string, place: string): string => `${list}.${place}`

/** Refuses a place on another list, where its score is another number. */
export function keyOf(list: string, cursor: string): OrderKey {
  if (!cursor.startsWith(`${list}.`)) throw unknownCursor()
  const [score, reachedAt, name, id] = decodeCursor(cursor.slice(list.length + 1), shape)
  return { score, reachedAt, name, id }
}
