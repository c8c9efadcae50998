import { setTimeout as sleep } from 'node:timers/promises'
import type { Postmaster } from './postmaster.ts'

const shortestPauseMs = 100
const longestPauseMs = 5_000
const steadyAfterMs = 60_000

/** Starts the server and restarts it whenever it ends, until we stop it. */
export async function keepRunning(
  start: () => Promise<Postmaster>,
  log: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let current = await firstStart(start)
  let startedAt = Date.now()
  let pause = shortestPauseMs
  const stopping = new AbortController()

  const startAgain = async () => {
    current = await start()
    startedAt = Date.now()
    if (stopping.signal.aborted) await current.stop()
    else await current.ready
  }

  const watch = async () => {
    for (;;) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      if (Date.now() - startedAt > steadyAfterMs) pause = shortestPauseMs
      log(`PostgreSQL ended unexpectedly (${how}); starting it again.`)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pause = Math.min(pause * 2, longestPauseMs)
      await startAgain().catch((error) => log(error instanceof Error ? error.message : String(error)))
    }
  }
  const watching = watch()

  return {
    async stop() {
      stopping.abort()
      await current.stop()
      await watching
    },
  }
}

/** Retries, because the children of a killed server hold its shared memory a moment longer. */
async function firstStart(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const deadline = Date.now() + 10_000
  for (;;) {
    const server = await start()
    try {
      await server.ready
      return server
    } catch (error) {
      await server.stop()
      const passes = error instanceof Error && /shared memory block/.test(error.message)
      if (!passes || Date.now() > deadline) throw error
      await sleep(200)
    }
  }
}
