/** Lets so many run at once; the others wait in the order they came. */
export function createSemaphore(places: number) {
  let free = places
  const waiting: (() => void)[] = []

  async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed over, not given back: nobody can slip in between.
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }

  return { run, countWaiting: () => waiting.length }
}

export type Semaphore = ReturnType<typeof createSemaphore>
