import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { anAttendee, anEvent } from '#server/testing/data/events.ts'
import { startServer } from '#server/testing.ts'

/** What each connection was asked, in its order. */
function recordStatements(): Map<pg.Client, string[]> {
  const recorded = new Map<pg.Client, string[]>()
  const query = pg.Client.prototype.query
  onTestFinished(() => {
    pg.Client.prototype.query = query
  })
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const text = typeof given[0] === 'string' ? given[0] : String(Object(given[0]).text)
    recorded.set(this, [...(recorded.get(this) ?? []), text])
    return Reflect.apply(query, this, given)
  } as typeof query
  return recorded
}

/** The table that a statement writes, or what it does. */
const summarize = (text: string) =>
  /insert into "?attempts/.exec(text)?.[0] ??
  /insert into event_registrations/.exec(text)?.[0] ??
  /update event_registrations/.exec(text)?.[0] ??
  /insert into "?outbox/.exec(text)?.[0] ??
  /pg_notify/.exec(text)?.[0] ??
  text

/** The transactions of a connection that registered somebody and were committed here: a test before may have left one under way. */
function committedRegistrations(statements: string[]): string[][] {
  const found: string[][] = []
  for (let begun = statements.indexOf('begin'); begun >= 0; begun = statements.indexOf('begin', begun + 1)) {
    const end = statements.findIndex((text, at) => at > begun && /^(commit|rollback)$/.test(text))
    const transaction = statements.slice(begun, end + 1).map(summarize)
    if (transaction.at(-1) === 'commit' && transaction.includes('insert into event_registrations'))
      found.push(transaction)
  }
  return found
}

test('an attempt, its registration, their mail and the announcement are one transaction, each written by its own part', async () => {
  const { visitor, anAdmin } = await startServer()
  const event = await anEvent(await anAdmin())
  const recorded = recordStatements()

  const reply = await visitor('POST', `/api/events/${event.id}/register`, anAttendee('Ada'))

  expect(reply.status).toBe(201)
  expect([...recorded.values()].flatMap(committedRegistrations)).toEqual([
    [
      'begin',
      'insert into "attempts',
      'update event_registrations',
      'insert into event_registrations',
      'insert into "outbox',
      'pg_notify',
      'commit',
    ],
  ])
})
