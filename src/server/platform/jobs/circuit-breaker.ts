type Options = { maxRetryMs: number; onOpen: (error: unknown) => void; onClose: () => void }

export type CircuitBreaker = {
  isOpen(): boolean
  /** Milliseconds until the next try; 0 if it may be tried now. */
  retryInMs(): number
  fail(error: unknown): void
  succeed(): void
}

/** A circuit breaker for an external service: reports once that it is away and once that it is back. */
export function createCircuitBreaker({ maxRetryMs, onOpen, onClose }: Options): CircuitBreaker {
  let failures = 0
  let retryAt = 0 // monotonic clock: setting the time of day has no effect
  return {
    isOpen: () => failures > 0,
    retryInMs: () => Math.max(0, retryAt - performance.now()),
    fail(error) {
      // Count parallel attempts that failed together as one failure.
      if (performance.now() < retryAt) return
      if (failures === 0) onOpen(error)
      retryAt = performance.now() + Math.min(maxRetryMs, 500 * 2 ** failures++)
    },
    succeed() {
      const wasOpen = failures > 0
      failures = 0
      retryAt = 0
      if (wasOpen) onClose()
    },
  }
}
