import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * Sends all statements of one event loop turn in one packet. Without it PostgreSQL wakes up for each statement, and
 * both processes switch context every time.
 */
export function gatherWrites(client: pg.ClientBase) {
  // The driver's types lack `connection`.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection
  const cork = stream.cork.bind(stream)
  let isGathering = false
  // The driver corks the socket around each statement's messages.
  stream.cork = () => {
    if (!isGathering) {
      isGathering = true
      cork()
      process.nextTick(() => {
        isGathering = false
        stream.uncork()
      })
    }
    cork()
  }
}
