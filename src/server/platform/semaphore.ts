/** Limits concurrency; waiters run in order of arrival. */
export function createSemaphore(places: number) {
  let free = places
  const waiting: (() => void)[] = []

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Pass the place on directly, so that no newcomer takes it.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return { run, countWaiting: () => waiting.length }
}

export type Semaphore = ReturnType<typeof createSemaphore>
