import type { Socket } from 'node:net'
import type pg from 'pg'

/**
 * What is started in one turn leaves in one packet. The driver writes each statement on its own: PostgreSQL would wake up for the first,
 * and both processes change places for each of the others.
 */
export function gatherWrites(client: pg.ClientBase) {
  // Not in the types of the driver.
  const { stream } = (client as pg.ClientBase & { connection: { stream: Socket } }).connection
  const cork = stream.cork.bind(stream)
  let isGathering = false
  // The driver corks the socket around the messages of each statement.
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
