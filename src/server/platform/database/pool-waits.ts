import type pg from 'pg'
import { Histogram } from 'prom-client'

export const poolWaitsName = 'database_pool_wait_seconds'

const histograms = new WeakMap<pg.Pool, Histogram>()

/** Measures how long each statement and transaction waits until it has a connection. */
export function measurePoolWaits(pool: pg.Pool) {
  const histogram = new Histogram({
    name: poolWaitsName,
    help: 'How long statements and transactions waited for a connection',
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    // Registered per pool: `registerPoolWaits` adds it to the servers of the pool.
    registers: [],
  })
  histograms.set(pool, histogram)
  const connect = pool.connect.bind(pool)
  type Connected = Parameters<typeof connect>[0]
  function connectAndObserve(): Promise<pg.PoolClient>
  function connectAndObserve(callback: Connected): void
  function connectAndObserve(callback?: Connected) {
    const begun = performance.now()
    const observe = () => histogram.observe((performance.now() - begun) / 1000)
    if (callback) {
      return connect((...connected) => {
        observe()
        callback(...connected)
      })
    }
    const connecting = connect()
    connecting.then(observe, observe)
    return connecting
  }
  // Also covers the pool's `query`, which connects through here.
  pool.connect = connectAndObserve
}

export const poolWaitsOf = (pool: pg.Pool): Histogram | undefined => histograms.get(pool)
