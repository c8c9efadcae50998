import { vi } from 'vitest'

/** Generous, because a busy machine is slow; it ends as soon as the promise is kept. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 150_000, interval: 25 })
