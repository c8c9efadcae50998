type Backoff = { firstMs: number; maxMs: number }

/** Doubles with every attempt, a fifth more or less: jobs that failed together do not come back together. */
export function retryDelayMs(attempts: number, { firstMs, maxMs }: Backoff, random = Math.random()): number {
  return Math.min(maxMs, firstMs * 2 ** (attempts - 1)) * (0.8 + 0.4 * random)
}
