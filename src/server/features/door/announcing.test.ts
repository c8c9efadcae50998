import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aDoor } from '#server/testing/data/door.ts'
import type { Changed } from '#server/testing/guards.ts'

/** What was sent from one `begin` to its `commit`, for the transactions with this statement. */
function recordTransactions(containing: RegExp): { change: Changed; found: string[][] } {
  const found: string[][] = []
  let current: string[] | undefined
  const change: Changed = {
    find: /^/,
    without: (query) => {
      if (query.text.startsWith('begin')) current = []
      else if (query.text !== 'commit') current?.push(query.text)
      else {
        if (current?.some((text) => containing.test(text))) found.push(current)
        current = undefined
      }
      return query
    },
  }
  return { change, found }
}

test('a check-in is announced by its own transaction, and so is a scan that lets nobody in', async () => {
  const { change, found } = recordTransactions(/insert into "door_scans"/)
  const { scan, attendee } = await aDoor(change)
  const { payload } = await attendee('Ada', 'approved')

  for (let n = 0; n < 2; n++) await scan({ payload, nonce: randomUUID() })

  expect(found).toHaveLength(2)
  for (const statements of found) expect(statements.at(-1)).toContain('pg_notify')
})
