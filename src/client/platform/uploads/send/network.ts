export interface Network {
  isUp(): boolean
  /** Resolves when the browser reports a connection, or after a timeout, because that report is unreliable. */
  isBack(signal: AbortSignal): Promise<void>
  /** Subscribes to the loss of the connection; returns the cleanup. */
  onLost(listener: () => void): () => void
}

const tryAnyway = 5_000

export const deviceNetwork: Network = {
  isUp: () => navigator.onLine !== false,
  isBack: async (signal) => {
    await waitFor(onOnline, signal, tryAnyway)
    signal.throwIfAborted()
  },
  onLost(listener) {
    addEventListener('offline', listener)
    return () => removeEventListener('offline', listener)
  },
}

export function onOnline(listener: () => void) {
  addEventListener('online', listener)
  return () => removeEventListener('online', listener)
}

/** Resolves when `listen` calls back, after a timeout, or on abort. */
export function waitFor(
  listen: (wake: () => void) => () => void,
  signal: AbortSignal,
  milliseconds?: number,
): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      stopListening()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = milliseconds === undefined ? undefined : setTimeout(wake, milliseconds)
    const stopListening = listen(wake)
    signal.addEventListener('abort', wake)
    if (signal.aborted) wake()
  })
}
