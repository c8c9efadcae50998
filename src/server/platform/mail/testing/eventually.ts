import { vi } from 'vitest'

/** Generous for slow machines; it returns as soon as the check passes. */
export const eventually = <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 150_000, interval: 25 })
