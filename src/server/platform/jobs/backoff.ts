type Backoff = { firstMs: number; maxMs: number }

/** Exponential backoff with 20 % jitter, so jobs that failed together retry at different times. */
export function retryDelayMs(attempts: number, { firstMs, maxMs }: Backoff, random = Math.random()): number {
  return Math.min(maxMs, firstMs * 2 ** (attempts - 1)) * (0.8 + 0.4 * random)
}
